import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { networks, type WalletNetwork, walletNetworks, walletTypes } from '#domain/networks.ts';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { initialNetwork } from '#dashboard/session/limits.ts';
import { useAllowedNetworks, usePermission, useSession } from '#dashboard/session/session.queries.ts';
import { typeLabels, walletPath, walletsPath } from '#dashboard/entities/wallets/wallets.ts';
import { useCreateWallet } from './wallets.mutations.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm, useFormState } from 'react-hook-form';
import type { BodyOf } from '#contract/operation.ts';
import { walletLimit } from '#contract/wallet-service/wallets.ts';
import { type CreatedWallet, createWallet } from '#contract/wallet-service/wallet-changes.ts';
import { useIsChanging } from '#dashboard/api/changes.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { FormDialog } from '#dashboard/ui/form-dialog.tsx';
import { ChoiceList } from '#dashboard/ui/choice-list.tsx';
import { useQuery } from '@tanstack/react-query';
import { walletQueries } from '../wallets.queries.ts';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Button, LinkButton } from '#dashboard/ui/button.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { useCopy } from '#dashboard/ui/use-copy.ts';
import { AddressQrCode } from '#dashboard/ui/qr-code.tsx';
import { DepositWarning } from '../drawer/deposit-warning.tsx';
import { networkName } from '#dashboard/lib/format.ts';
import classes from './wallet-changes.module.css';

/** A new wallet: first the form, then, at the same address, what was created. */
export function Component() {
  const mayWrite = usePermission('wallets:write', { needs: 'createWallet' });
  const offered = useAllowedNetworks(walletNetworks);
  const [search] = useSearchParams();
  const create = useCreateWallet();
  const [defaults, setDefaults] = useState<NewWallet>(() => ({
    name: '',
    // A user who looks at one kind of wallet most likely creates another of it.
    network: initialNetwork(offered, search.get('network')),
    type: walletTypes.find((type) => type === search.get('type')) ?? 'user',
  }));

  if (!mayWrite.allowed) {
    return (
      <RouteDialog title="New wallet" closeTo={walletsPath}>
        <NoPermission lacking={mayWrite.lacking} limit={mayWrite.limit} act="change" />
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

type NewWallet = BodyOf<typeof createWallet>;

type Props = {
  defaults: NewWallet;
  create: ReturnType<typeof useCreateWallet>;
  onCreated: (wallet: NewWallet) => void;
};

const resolver = zodResolver(createWallet.body);

function CreateForm({ defaults, create, onCreated }: Props) {
  const isChanging = useIsChanging(createWallet);
  const form = useForm<NewWallet, unknown, NewWallet>({ resolver, defaultValues: defaults });
  const { errors } = useFormState({ control: form.control });
  const offered = useAllowedNetworks(walletNetworks);
  const limitRefusal = limitRefusalOf(create.error);

  useEffect(() => {
    if (limitRefusal !== null)
      form.setError('network', { type: 'server', message: limitRefusal }, { shouldFocus: true });
  }, [form, limitRefusal]);

  return (
    <FormDialog
      title="New wallet"
      form={form}
      saving={limitRefusal === null ? create : { isPending: create.isPending, error: null }}
      submitLabel="Create wallet"
      closeTo={walletsPath}
      onSubmit={(body) => {
        if (!isChanging()) create.mutate(body, { onSuccess: () => onCreated(body) });
      }}
    >
      <TextInput
        {...form.register('name')}
        data-autofocus
        label="Name"
        description="A label your team will recognize. You can change it later."
        autoComplete="off"
        error={errors.name?.message}
      />
      <ChoiceList
        legend="Network"
        columns
        field={form.register('network')}
        choices={offered.map((network) => ({
          value: network,
          label: networks[network].name,
          meaning: <UsedOfLimit network={network} />,
          aside: networks[network].standard,
        }))}
        error={errors.network?.message}
      />
      <ChoiceList
        legend="Type"
        field={form.register('type')}
        choices={walletTypes.map((type) => ({
          value: type,
          label: typeLabels[type].label,
          meaning: typeLabels[type].meaning,
        }))}
        error={errors.type?.message}
      />
    </FormDialog>
  );
}

/** A full network is refused as "not found", so show that message at the network field. */
function limitRefusalOf(error: Error | null): string | null {
  return error instanceof ApiError && error.kind === 'not_found' ? error.message : null;
}

/** How many of a network's wallets are used. A full network stays selectable, because the service decides. */
function UsedOfLimit({ network }: { network: WalletNetwork }) {
  const used = useQuery(walletQueries.used(network));
  if (used.data === undefined) {
    return used.isError
      ? `Limit: ${walletLimit}. The number in use couldn’t be loaded.`
      : `… of ${walletLimit} used`;
  }
  const label = `${used.data} of ${walletLimit} used`;
  return used.data < walletLimit ? (
    label
  ) : (
    <Text span c="var(--warning)" fw={500} inherit>
      {label}: full
    </Text>
  );
}

type CreatedWalletDialogProps = { wallet: CreatedWallet; onAnother: () => void };

/** The new wallet's address, ready to hand out. */
function CreatedWalletDialog({ wallet, onAnother }: CreatedWalletDialogProps) {
  const { search } = useLocation();
  const close = useCloseDialog(walletsPath);
  const { address, name, network } = wallet;
  const receivesDeposits = useSession().deposits !== 'undetected';
  return (
    <RouteDialog title="Wallet created" closeTo={walletsPath}>
      <Stack gap="lg" align="center">
        <output className={classes['createdLabel']}>
          <strong>{name}</strong> {receivesDeposits ? 'is ready to receive deposits' : 'has been created'} on{' '}
          {networkName(network)}.
        </output>
        <DepositWarning subject="one" />
        <AddressQrCode address={address} />
        <code className={classes['createdAddress']}>{address}</code>
        <CopyButton address={address} />
        <Group gap="sm" align="stretch" justify="flex-end" mt={4} className={classes['createdActions']}>
          {/* In place of the form, which Back would open again. */}
          <LinkButton replace variant="subtle" to={{ pathname: walletPath(address), search }}>
            Open wallet
          </LinkButton>
          <Button variant="default" onClick={onAnother}>
            Create another
          </Button>
          <Button variant="default" onClick={() => close()}>
            Done
          </Button>
        </Group>
      </Stack>
    </RouteDialog>
  );
}

function CopyButton({ address }: { address: string }) {
  const { isCopied, copy } = useCopy(address);
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <Button data-autofocus leftSection={<Icon size={16} aria-hidden />} onClick={copy}>
      {isCopied ? 'Copied' : 'Copy address'}
    </Button>
  );
}
