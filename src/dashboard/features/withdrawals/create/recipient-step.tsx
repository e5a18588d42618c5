import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useController, type UseFormReturn, useWatch } from 'react-hook-form';
import { checkAddress } from '#domain/addresses.ts';
import { networks } from '#domain/networks.ts';
import { SuggestField, type Suggestion } from '#dashboard/ui/suggest-field.tsx';
import { bookQueries } from '#dashboard/entities/address-book/address-book.queries.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { recipientError } from './check-fields.ts';
import classes from './create.module.css';
import type { Fields } from './fields.ts';
import { isMatch } from './is-match.ts';
import { LookAlikeQuestion } from './look-alike-question.tsx';
import { AmlResult } from '#dashboard/entities/aml/aml-result.tsx';
import { RecipientFacts } from './recipient-facts.tsx';
import type { OwnWallet } from './source.queries.ts';
import type { KnownRecipient } from './use-known-recipient.ts';

type Props = {
  form: UseFormReturn<Fields>;
  known: KnownRecipient;
  /** The account's own wallets. */
  wallets: readonly OwnWallet[];
  /** Whether the person has said of the address as it stands that it is meant. */
  isMeant: boolean;
  onMeant: (isMeant: boolean) => void;
  /** What is wrong with not having said it. */
  meantError: string | undefined;
};

const mostOffered = 50;
/** Of what is named in the book. */
const longestName = 64;

type Offer = Suggestion & { address: string };

/** Who is paid: an address, checked as it is written, with what the account knows of it. */
export function RecipientStep({ form, known, wallets, isMeant, onMeant, meantError }: Props) {
  const { control } = form;
  const fields = useWatch({ control }) as Fields;
  const {
    field: { ref, ...field },
    fieldState,
  } = useController({ control, name: 'recipient_wallet' });
  const text = field.value.trim();
  const { network } = fields;
  const check = checkAddress(network, text);
  const mayReadBook = usePermission('withdrawals:read').allowed;
  const isNamed = !check.ok && text.length <= longestName;
  const { data: entries } = useQuery({
    ...bookQueries.search(text, network),
    enabled: mayReadBook && isNamed,
  });
  const offered = isNamed ? [...offerEntries(entries), ...offerWallets(wallets, fields)] : [];
  const objection = text === '' ? undefined : recipientError(fields);

  return (
    <Stack
      component="section"
      gap={14}
      miw={0}
      className={classes['step']}
      aria-labelledby="recipient-heading"
    >
      <h2 id="recipient-heading">To</h2>
      <SuggestField
        ref={ref}
        name={field.name}
        className={classes['addressField'] ?? ''}
        label="Recipient"
        description={`An address on ${networks[network].name} (${networks[network].addressFormat}), or a name from the address book or of an own wallet.`}
        spellCheck={false}
        error={fieldState.error?.message ?? (offered.length === 0 && objection)}
        value={field.value}
        onText={(next) => {
          field.onChange(next);
          form.clearErrors('recipient_wallet');
        }}
        onBlur={field.onBlur}
        listLabel={`Address book and own wallets on ${networks[network].name}`}
        suggestions={offered.slice(0, mostOffered)}
        onChoose={({ address }) => {
          field.onChange(address);
          form.clearErrors('recipient_wallet');
        }}
      />
      {check.ok && objection === undefined && (
        <>
          <RecipientFacts known={known} />
          <AmlResult value={check.address} network={network} />
          {known.lookAlikes.length > 0 && (
            <LookAlikeQuestion
              address={check.address}
              lookAlikes={known.lookAlikes}
              isMeant={isMeant}
              onMeant={onMeant}
              error={meantError}
            />
          )}
        </>
      )}
    </Stack>
  );
}

function offerEntries(entries: readonly { id: string; name: string; address: string }[] = []): Offer[] {
  return entries.map(({ id, name, address }) => ({
    id: `entry ${id}`,
    address,
    label: name,
    note: address,
    aside: 'Address book',
  }));
}

function offerWallets(wallets: readonly OwnWallet[], fields: Fields): Offer[] {
  return wallets
    .filter(({ network, address }) => network === fields.network && address !== fields.sender_wallet)
    .filter(({ name, address }) => isMatch(fields.recipient_wallet, name, address))
    .map(({ name, address }) => ({ id: address, address, label: name, note: address, aside: 'Own wallet' }));
}
