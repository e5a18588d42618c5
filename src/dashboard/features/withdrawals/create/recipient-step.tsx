import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useController, type UseFormReturn, useWatch } from 'react-hook-form';
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle, IconSparkles } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { checkAddress } from '#domain/addresses.ts';
import { networks } from '#domain/networks.ts';
import { SuggestField, type Suggestion } from '#dashboard/ui/suggest-field.tsx';
import { bookQueries } from '#dashboard/entities/address-book/address-book.queries.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { AmlResult } from '#dashboard/entities/aml/aml-result.tsx';
import { asSentence } from '#dashboard/lib/error-message.ts';
import { formatInteger, formatList } from '#domain/format.ts';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import { type Fields, isNameLike, recipientError } from './withdrawal-fields.ts';
import classes from './create.module.css';
import { isMatch, offeredWallets, type OwnWallet } from './source.queries.ts';
import { LookAlikeQuestion } from './look-alike-question.tsx';
import type { KnownRecipient } from './recipient.queries.ts';

type Props = {
  form: UseFormReturn<Fields>;
  known: KnownRecipient;
  /** Whether the user has confirmed the current address. */
  isMeant: boolean;
  onMeant: (isMeant: boolean) => void;
  /** What is wrong with not having said it. */
  meantError: string | undefined;
};

const mostOffered = 50;
/** The longest name in the address book. */
const longestName = 64;

type Offer = Suggestion & { address: string };

/** The recipient: an address, checked while typing, with what the account knows of it. */
export function RecipientStep({ form, known, isMeant, onMeant, meantError }: Props) {
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
  const book = useQuery({
    ...bookQueries.search(text, network),
    enabled: mayReadBook && isNamed,
  });
  const mayReadWallets = usePermission('wallets:read', { needs: 'listWallets' }).allowed;
  const own = useQuery({
    ...offeredWallets(network, text),
    enabled: mayReadWallets && isNamed,
  });
  const offered = isNamed ? [...offerEntries(book.data), ...offerWallets(own.data ?? [], fields)] : [];
  const objection = text === '' ? undefined : recipientError(fields);
  const isSearching = isNamed && [book, own].some((search) => search.isLoading || search.isPlaceholderData);
  const isNobody =
    isNamed &&
    !isSearching &&
    isNameLike(text) &&
    [book, own].every(({ isSuccess, data = [] }) => isSuccess && data.length === 0);

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
        description={`An address on ${networks[network].name} (${networks[network].addressFormat}), an address book entry or one of your wallets.`}
        spellCheck={false}
        error={
          isNobody
            ? `No saved address or wallet on ${networks[network].name} has this name.`
            : (fieldState.error?.message ?? (offered.length === 0 && !isSearching && objection))
        }
        value={field.value}
        onText={(next) => {
          field.onChange(next);
          form.clearErrors('recipient_wallet');
        }}
        onBlur={field.onBlur}
        listLabel={`Address book and your wallets on ${networks[network].name}`}
        suggestions={offered.slice(0, mostOffered)}
        onChoose={({ address }) => {
          field.onChange(address);
          form.clearErrors('recipient_wallet');
        }}
      />
      {check.ok && objection === undefined && (
        <>
          {/* Room for both before they arrive, so that nothing moves away from below the pointer. */}
          <Stack gap={14} mih={60}>
            <RecipientFacts known={known} />
            <AmlResult value={check.address} network={network} />
          </Stack>
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
    .map(({ name, address }) => ({ id: address, address, label: name, note: address, aside: 'Your wallet' }));
}

/** What the account knows of a recipient before it is paid, one line for each source of knowledge. */
export function RecipientFacts({ known }: { known: KnownRecipient }) {
  return (
    <>
      <Stack
        component="ul"
        gap="xs"
        fz="sm"
        className={classes['facts']}
        aria-label="About the recipient"
        aria-busy={known.isLooking}
      >
        <OnSanctionsList known={known} />
        <Ownership known={known} />
        <InBook known={known} />
        <History known={known} />
      </Stack>
      {known.error !== null && <FailureAlert error={known.error} onRetry={known.lookAgain} />}
    </>
  );
}

function Ownership({ known: { ownName } }: { known: KnownRecipient }) {
  if (ownName === undefined) return null;
  return <Known>One of your own wallets: “{ownName}”.</Known>;
}

function OnSanctionsList({ known: { book } }: { known: KnownRecipient }) {
  const lists = book?.sanctions_lists ?? [];
  if (lists.length === 0) return null;
  return (
    <li data-tone="negative">
      <IconAlertTriangle size={16} aria-hidden />
      <span>This address is sanctioned ({formatList(lists)}).</span>
    </li>
  );
}

function InBook({ known: { book } }: { known: KnownRecipient }) {
  if (book === undefined) return null;
  if (book.refusal !== null) {
    return (
      <li data-tone="negative">
        <IconAlertTriangle size={16} aria-hidden />
        <span>This withdrawal would be refused. {asSentence(book.refusal)}</span>
      </li>
    );
  }
  if (book.entry === null) return null;
  const { name, note } = book.entry;
  return (
    <Known>
      Address book: {name} {note !== '' && `(${note})`}
    </Known>
  );
}

function History({ known }: { known: KnownRecipient }) {
  const { history, isLooking, missing, ownName, isNew } = known;
  if (history === undefined) {
    return isLooking ? <Unknown>Checking earlier payments…</Unknown> : null;
  }
  if (history.times > 0) {
    const times =
      history.times === 1 && history.missing === null ? 'once' : `${formatInteger(history.times)} times`;
    return (
      <Known>
        Paid {history.missing !== null && 'at least '}
        {times} before, last <Time value={history.lastAt} />.
      </Known>
    );
  }
  if (missing !== undefined) {
    return (
      <Unknown>
        Earlier payments can’t be checked: you need the <code>{missing}</code> permission.
      </Unknown>
    );
  }
  if (history.missing !== null) {
    return <Unknown>Can’t tell whether this address was paid before. {history.missing}</Unknown>;
  }
  if (ownName !== undefined) return null;
  if (!isNew) return <Unknown>No payments to this address yet</Unknown>;
  return (
    <li data-tone="warning">
      <IconSparkles size={16} aria-hidden />
      <span>First payment to this address</span>
    </li>
  );
}

function Known({ children }: { children: ReactNode }) {
  return (
    <li data-tone="positive">
      <IconCircleCheck size={16} aria-hidden />
      <span>{children}</span>
    </li>
  );
}

function Unknown({ children }: { children: ReactNode }) {
  return (
    <li>
      <IconHelpCircle size={16} aria-hidden />
      <span>{children}</span>
    </li>
  );
}
