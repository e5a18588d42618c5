import { Group, NativeSelect, Stack } from '@mantine/core';
import { useController, type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { checkAddress } from '#domain/addresses.ts';
import { type Decimal, ZERO } from '#domain/decimal.ts';
import {
  currenciesOf,
  type Network,
  networks,
  walletNetworks,
  withdrawalNetworks,
} from '#domain/networks.ts';
import { networkLabel } from '#dashboard/lib/format.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { ChoiceList } from '#dashboard/ui/choice-list.tsx';
import { type Fields, payerError } from './withdrawal-fields.ts';
import classes from './create.module.css';
import { isMatch, type OwnWallet, payingWallets, type Source } from './source.queries.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { initialNetwork } from '#dashboard/session/limits.ts';
import { useAllowedNetworks, usePermission } from '#dashboard/session/session.queries.ts';
import { shortenMiddle } from '#domain/shorten.ts';
import { SuggestField } from '#dashboard/ui/suggest-field.tsx';
import { describeWalletStatus } from '#dashboard/entities/wallets/wallets.ts';

type Props = { form: UseFormReturn<Fields>; source: Source };

/** Where the funds come from, in which currency, on which network. */
export function SourceStep({ form, source }: Props) {
  const { control, register } = form;
  const { errors } = useFormState({ control });
  const [sender, network, currency] = useWatch({ control, name: ['sender', 'network', 'currency'] });
  const { field: networkField } = useController({ control, name: 'network' });
  const offered = useAllowedNetworks(sender === 'user' ? walletNetworks : withdrawalNetworks);
  // What a link or a draft has chosen is shown as it is, and refused.
  const carrying = offered.includes(network) ? offered : [network, ...offered];

  const changeNetwork = (next: Network) => {
    form.setValue('network', next, { shouldDirty: true });
    form.setValue('sender_wallet', '', { shouldDirty: true });
    if (!currenciesOf(next).some((code) => code === currency)) {
      form.setValue('currency', currenciesOf(next)[0] ?? '', { shouldDirty: true });
    }
    form.clearErrors();
  };
  const senderField = register('sender', {
    onChange: () => {
      if (form.getValues('sender') === 'user' && !walletNetworks.some((code) => code === network)) {
        changeNetwork(initialNetwork(walletNetworks.filter((code) => offered.includes(code))));
      }
      form.clearErrors();
    },
  });
  return (
    <Stack component="section" gap={14} miw={0} className={classes['step']} aria-labelledby="source-heading">
      <h2 id="source-heading">From</h2>
      <ChoiceList
        legend="Source"
        columns
        field={senderField}
        choices={[
          { value: 'user', label: 'Personal wallet', meaning: 'Pay from one of your wallets.' },
          {
            value: 'exchange',
            label: 'Exchange pool',
            meaning: 'Pay from the pooled balance of your accounting wallets.',
          },
        ]}
        error={errors.sender?.message}
      />
      <div className={classes['pair']}>
        <NativeSelect
          {...networkField}
          label="Network"
          onChange={(event) => changeNetwork(event.currentTarget.value as Network)}
          data={carrying.map((code) => ({ value: code, label: networkLabel(code) }))}
          error={errors.network?.message}
        />
        <NativeSelect
          {...register('currency', { onChange: () => form.clearErrors(['amount', 'currency']) })}
          label="Currency"
          data={[...currenciesOf(network)]}
          error={errors.currency?.message}
        />
      </div>
      {sender === 'user' && <PayingWallet form={form} source={source} />}
      <Available source={source} network={network} currency={currency} sender={sender} />
    </Stack>
  );
}

type AvailableProps = { source: Source; network: Network; currency: string; sender: Fields['sender'] };

function Available({ source, network, currency, sender }: AvailableProps) {
  if (sender === 'user' && source.wallet === undefined) return null;
  return (
    <Group
      component="p"
      gap="0px 16px"
      align="stretch"
      justify="space-between"
      py={9}
      px="md"
      bdrs={8}
      bg="var(--surface-raised)"
      c="dimmed"
      fz="sm"
      className={classes['available']}
    >
      <span>
        Available {sender === 'exchange' ? 'in the pool' : 'in this wallet'}, on {networks[network].name}
      </span>
      <AvailableAmount amount={source.available} currency={currency} source={source} />
    </Group>
  );
}

type AmountProps = { amount: Decimal | undefined; currency: string; source: Source };

function AvailableAmount({ amount, currency, source }: AmountProps) {
  if (amount !== undefined) {
    return (
      <strong>
        <Amount value={amount} currency={currency} />
      </strong>
    );
  }
  if (source.isReading) return <span>…</span>;
  return <span>{source.whyUnknown}</span>;
}

type PayingWalletProps = { form: UseFormReturn<Fields>; source: Source };

/** The personal wallet that pays: chosen by name or address, the fullest first. */
function PayingWallet({ form, source }: PayingWalletProps) {
  const { control } = form;
  const fields = useWatch({ control }) as Fields;
  const { network, currency } = fields;
  const {
    field: { ref, ...field },
    fieldState,
  } = useController({ control, name: 'sender_wallet' });
  const [text, setText] = useState<string>();
  const mayRead = usePermission('wallets:read', { needs: 'listWallets' }).allowed;
  const offered = useQuery({ ...payingWallets(network, currency, text ?? ''), enabled: mayRead });
  const held = ({ available }: OwnWallet) => available.get(currency) ?? ZERO;
  // While the answer to a new text is on its way, the last one is shown.
  const wallets = (offered.data ?? []).filter(
    (wallet) => wallet.network === network && isMatch(text ?? '', wallet.name, wallet.address),
  );
  const isKnown = offered.isSuccess && !offered.isPlaceholderData;
  const hasNone = text === undefined && isKnown && wallets.length === 0;

  const hasNoMatch = (text ?? '').trim() !== '' && field.value === '' && isKnown && wallets.length === 0;

  const shown = source.wallet === undefined ? field.value : nameOf(source.wallet);
  const name = networks[network].name;
  return (
    <SuggestField
      ref={ref}
      name={field.name}
      label="Wallet"
      description={hasNone ? `You have no personal wallet on ${name}.` : undefined}
      placeholder={offered.isLoading ? 'Loading wallets…' : 'Name or address'}
      spellCheck={false}
      error={
        hasNoMatch
          ? `No personal wallet on ${name} matches.`
          : (fieldState.error?.message ?? payerError(fields, source))
      }
      value={text ?? shown}
      onText={(next) => {
        setText(next);
        form.clearErrors('sender_wallet');
        field.onChange(checkAddress(network, next.trim()).ok ? next.trim() : '');
      }}
      onBlur={() => {
        // Resets the field to the chosen wallet, because an unfinished name doesn't identify one.
        setText(undefined);
        field.onBlur();
      }}
      listLabel={`Personal wallets on ${name}`}
      suggestions={wallets.map((wallet) => ({
        id: wallet.address,
        label: wallet.name,
        note: noteOn(wallet),
        aside: <Amount value={held(wallet)} currency={currency} />,
      }))}
      onChoose={({ id }) => {
        setText(undefined);
        field.onChange(id);
        form.clearErrors(['sender_wallet', 'amount']);
      }}
    />
  );
}

function nameOf({ name, address }: OwnWallet): string {
  return `${name} · ${shortenMiddle(address)}`;
}

function noteOn({ address, status }: OwnWallet): string {
  const short = shortenMiddle(address);
  return status === undefined || status === 'active'
    ? short
    : `${short} · ${describeWalletStatus(status).label}`;
}
