import { zodResolver } from '@hookform/resolvers/zod';
import { TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { useForm, useFormState } from 'react-hook-form';
import type { BodyOf } from '#contract/operation.ts';
import { createWallet } from '#contract/wallet-service/wallets.ts';
import { networks, walletNetworks, walletTypes } from '#domain/networks.ts';
import { useIsChanging } from '#dashboard/api/changes.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { FormDialog } from '#dashboard/ui/form-dialog.tsx';
import { walletsPath } from '#dashboard/entities/wallets/wallet-paths.ts';
import { typeWords } from '#dashboard/entities/wallets/wallet-words.ts';
import type { useCreateWallet } from './wallets.mutations.ts';
import { ChoiceList } from '#dashboard/ui/choice-list.tsx';
import { UsedOfLimit } from './used-of-limit.tsx';

export type NewWallet = BodyOf<typeof createWallet>;

type Props = {
  defaults: NewWallet;
  create: ReturnType<typeof useCreateWallet>;
  onCreated: (wallet: NewWallet) => void;
};

const resolver = zodResolver(createWallet.body);

export function CreateForm({ defaults, create, onCreated }: Props) {
  const isChanging = useIsChanging(createWallet);
  const form = useForm<NewWallet, unknown, NewWallet>({ resolver, defaultValues: defaults });
  const { errors } = useFormState({ control: form.control });
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
        description="What you and your colleagues call it; it can be changed later."
        autoComplete="off"
        error={errors.name?.message}
      />
      <ChoiceList
        legend="Network"
        columns
        field={form.register('network')}
        choices={walletNetworks.map((network) => ({
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
          label: typeWords[type].label,
          meaning: typeWords[type].meaning,
        }))}
        error={errors.type?.message}
      />
    </FormDialog>
  );
}

/** A full network is refused as "not found"; its words belong to the network. */
function limitRefusalOf(error: Error | null): string | null {
  return error instanceof ApiError && error.kind === 'not_found' ? error.message : null;
}
