import { useState } from 'react';
import { useController, type UseFormReturn, useWatch } from 'react-hook-form';
import { compare } from '#domain/arithmetic.ts';
import { ZERO } from '#domain/decimal.ts';
import { networks } from '#domain/networks.ts';
import { shortenMiddle } from '#domain/shorten.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { SuggestField } from '#dashboard/ui/suggest-field.tsx';
import { wordsOfStatus } from '#dashboard/entities/wallets/wallet-words.ts';
import type { Fields } from './fields.ts';
import { isMatch } from './is-match.ts';
import type { OwnWallet } from './source.queries.ts';
import type { Source } from './use-source.ts';

type Props = { form: UseFormReturn<Fields>; source: Source };

/** Which personal wallet pays: chosen by name or address, the fullest first. */
export function PayingWallet({ form, source }: Props) {
  const { control } = form;
  const [network, currency] = useWatch({ control, name: ['network', 'currency'] });
  const {
    field: { ref, ...field },
    fieldState,
  } = useController({ control, name: 'sender_wallet' });
  const [text, setText] = useState<string>();
  const held = ({ available }: OwnWallet) => available.get(currency) ?? ZERO;
  const wallets = source.wallets
    .filter(({ name, address }) => text === undefined || isMatch(text, name, address))
    .sort((a, b) => compare(held(b), held(a)));

  const shown = source.wallet === undefined ? field.value : nameOf(source.wallet);
  const name = networks[network].name;
  return (
    <SuggestField
      ref={ref}
      name={field.name}
      label="Wallet"
      description={describe(source, name)}
      placeholder={source.isReading ? 'Reading the wallets…' : 'Name or address'}
      spellCheck={false}
      error={fieldState.error?.message ?? unknownWallet(field.value, source, name)}
      value={text ?? shown}
      onText={(next) => {
        setText(next);
        const isAddress =
          source.wallets.length === 0 || source.wallets.some((one) => one.address === next.trim());
        field.onChange(isAddress ? next.trim() : '');
      }}
      onBlur={() => {
        // What was chosen shows again; a name that nobody finished writing is no wallet.
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
  return status === undefined || status === 'active' ? short : `${short} · ${wordsOfStatus(status).label}`;
}

function describe({ wallet, wallets, isReading, error }: Source, network: string): string | undefined {
  if (wallet?.status === 'blocked') return 'This wallet is blocked: no withdrawal may be sent from it.';
  if (isReading || error !== null || wallets.length > 0) return undefined;
  return `The account has no personal wallet on ${network}.`;
}

function unknownWallet(address: string, { wallet, isReading, error }: Source, network: string) {
  const isKnown = address === '' || wallet !== undefined || isReading || error !== null;
  return isKnown ? undefined : `is no personal wallet of this account on ${network}`;
}
