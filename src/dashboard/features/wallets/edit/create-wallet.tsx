import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { walletNetworks, walletTypes } from '#domain/networks.ts';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { usePermission } from '#dashboard/session/use-permission.ts';
import { walletsPath } from '#dashboard/entities/wallets/wallet-paths.ts';
import { useCreateWallet } from './wallets.mutations.ts';
import { CreateForm, type NewWallet } from './create-form.tsx';
import { CreatedWalletDialog } from './created-wallet.tsx';

/** A new wallet: first the form, then, at the same address, what was created. */
export function Component() {
  const mayWrite = usePermission('wallets:write');
  const [search] = useSearchParams();
  const create = useCreateWallet();
  const [defaults, setDefaults] = useState<NewWallet>(() => ({
    name: '',
    // Who looks at one kind of wallet most likely wants another of it.
    network: walletNetworks.find((network) => network === search.get('network')) ?? 'trx',
    type: walletTypes.find((type) => type === search.get('type')) ?? 'user',
  }));

  if (!mayWrite.allowed) {
    return (
      <RouteDialog title="New wallet" closeTo={walletsPath}>
        <NoPermission permission="wallets:write" act="change" />
      </RouteDialog>
    );
  }
  if (create.data === undefined) {
    return (
      <CreateForm
        defaults={defaults}
        create={create}
        onCreated={(created) => setDefaults({ ...created, name: '' })}
      />
    );
  }
  return <CreatedWalletDialog wallet={create.data} onAnother={() => create.reset()} />;
}
