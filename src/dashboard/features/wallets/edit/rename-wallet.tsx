import { zodResolver } from '@hookform/resolvers/zod';
import { TextInput } from '@mantine/core';
import { useForm, useFormState } from 'react-hook-form';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { renameWallet } from '#contract/wallet-service/wallet-changes.ts';
import { useIsChanging } from '#dashboard/api/changes.ts';
import { FormDialog } from '#dashboard/ui/form-dialog.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { useRenameWallet } from './wallets.mutations.ts';
import { ChangedWallet, WalletDialog } from './wallet-dialog.tsx';

const title = 'Rename wallet';
const resolver = zodResolver(renameWallet.body);

export function Component() {
  return (
    <WalletDialog title={title}>
      {(wallet, closeTo) => <RenameForm wallet={wallet} closeTo={closeTo} />}
    </WalletDialog>
  );
}

type Props = { wallet: Partial<Wallet> & { address: string }; closeTo: string };

function RenameForm({ wallet, closeTo }: Props) {
  const rename = useRenameWallet();
  const isChanging = useIsChanging(renameWallet);
  const close = useCloseDialog(closeTo);
  const form = useForm({ resolver, defaultValues: { address: wallet.address, name: wallet.name ?? '' } });
  const { errors } = useFormState({ control: form.control });

  return (
    <FormDialog
      title={title}
      form={form}
      saving={rename}
      submitLabel="Rename"
      closeTo={closeTo}
      onSubmit={(body) => {
        if (isChanging()) return;
        rename.mutate(body, {
          onSuccess: () => {
            notifySuccess(`Renamed to “${body.name}”.`);
            close({ saved: true });
          },
        });
      }}
    >
      <ChangedWallet wallet={wallet} />
      <TextInput
        {...form.register('name')}
        data-autofocus
        label="Name"
        autoComplete="off"
        error={errors.name?.message ?? errors.address?.message}
        onFocus={(event) => event.currentTarget.select()}
      />
    </FormDialog>
  );
}
