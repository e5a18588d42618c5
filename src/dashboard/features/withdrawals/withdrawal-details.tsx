import { Box, Group, Text, Title } from '@mantine/core';
import { queryOptions, skipToken, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReadRow } from '#contract/read-answer.ts';
import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import type { Decimal } from '#domain/decimal.ts';
import { listTransactions, type Transaction } from '#contract/wallet-service/transactions.ts';
import { networkLabel } from '#dashboard/lib/format.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { isShortened } from '#dashboard/lib/shortened-address.ts';
import { BookedDescription } from '#dashboard/entities/books/booked.tsx';
import { AmlResult } from '#dashboard/entities/aml/aml-result.tsx';
import { AddressNames, exchangeLabel, useAddressName } from '#dashboard/entities/wallets/address-names.tsx';
import { Amount } from '#dashboard/ui/amount.tsx';
import type { Matches } from '#dashboard/api/search.ts';
import { describeError } from '#dashboard/lib/error-message.ts';
import { RelatedList, TransactionItem } from '#dashboard/entities/transactions/transaction-cells.tsx';
import { findTransactionsWithHash } from '#dashboard/entities/transactions/transaction-search.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { completeSides, isMoving } from './withdrawal.queries.ts';
import { moneyOf } from './withdrawal-money.ts';
import { WithdrawalReason } from './withdrawal-reason.tsx';
import { stagesOf } from './withdrawal-stages.ts';
import classes from './withdrawal-details.module.css';

type Props = {
  row: ReadRow<WithdrawalDetail>;
  /** Being read again: what a list did not say may be on its way. */
  isReading: boolean;
};

/** Every field of a request, the funds it moves, its timeline, and the transactions that paid it. */
export function WithdrawalDetails({ row: { value }, isReading }: Props) {
  const { hash, network, status, comment } = value;
  const mayReadTransactions = usePermission('transactions:read').allowed;
  const { queryFn, ...found } = transactionsWithHash(hash ?? '', `${status} ${value.transaction_status}`);
  const transactions = useQuery({
    ...found,
    queryFn: hash && mayReadTransactions && queryFn ? queryFn : skipToken,
  });
  const whole = completeSides(value, undefined, transactions.data?.rows);
  const sent = transactions.data?.rows.find((transaction) => transaction.value.direction === 'out');
  return (
    <AddressNames of={[whole.sender_wallet, whole.recipient_wallet]}>
      <WithdrawalStages value={value} sentAt={sent?.value.created_at} />
      <DescriptionList>
        {value.request_id !== undefined && <BookedDescription id={value.request_id} status={status} />}
        <Description name="Status" note={status === undefined ? undefined : statusNotes[status]}>
          <Group component="span" display="inline-flex" wrap="nowrap" gap="sm">
            <StatusBadge status={status} />
            {isMoving(status) && (
              <Text span c="dimmed" size="xs">
                Updating automatically
              </Text>
            )}
          </Group>
        </Description>
        <MoneyFacts value={value} isReading={isReading} />
        <Description name="Network">
          {network === undefined ? 'unreadable' : networkLabel(network)}
        </Description>
        <PartyFact
          name="Recipient"
          given={value.recipient_wallet}
          address={whole.recipient_wallet}
          network={network}
        />
        <PartyFact
          name="Sender"
          given={value.sender_wallet}
          address={whole.sender_wallet}
          network={network}
          source={value.sender}
        />
        <Description
          name="Hash"
          note={!hash && isMoving(status) && 'Available once the transaction is broadcast.'}
        >
          {hash ? (
            <Address value={hash} what="transaction hash" full network={network} kind="transaction" />
          ) : (
            <Text span c="dimmed" inherit>
              None
            </Text>
          )}
        </Description>
        <Description name="Comment">
          {comment ? (
            <span dir="auto">{comment}</span>
          ) : (
            <Text span c="dimmed" inherit>
              None
            </Text>
          )}
        </Description>
        <Description name="Reference">
          <Address value={value.external_id} what="reference" full />
        </Description>
        <Description name="Withdrawal ID">
          <Address value={value.request_id} what="withdrawal ID" full />
        </Description>
      </DescriptionList>
      {hash && mayReadTransactions && <SameHash transactions={transactions} />}
    </AddressNames>
  );
}

const statusNotes: Partial<Record<string, string>> = {
  new: 'Not sent yet. It can still be deleted.',
  processing: 'In progress. It can no longer be deleted.',
};

type PartyDescriptionProps = {
  name: string;
  /** The value in the request. */
  given: string | undefined;
  /** The same, completed where it was shortened and that is possible. */
  address: string | undefined;
  network: string | undefined;
  /** Where the funds come from, as the service calls it. */
  source?: string | undefined;
};

/** The payer or recipient: the whole address, under the wallet's name if it is the account's own. */
function PartyFact({ name, given, address, network, source }: PartyDescriptionProps) {
  const walletName = useAddressName(address, network);
  if (address === exchangeLabel) {
    return (
      <Description name={name} note="Paid from the exchange pool, not from a single wallet">
        Exchange pool
      </Description>
    );
  }
  return (
    <Description name={name} note={noteOn(given, address) ?? (source && sourceNotes[source])}>
      {walletName !== undefined && <div>{walletName}</div>}
      <Address value={address} full network={network} kind="address" />
      <div>
        <AmlResult value={address} network={network} offersCheck />
      </div>
    </Description>
  );
}

function noteOn(given: string | undefined, address: string | undefined): string | undefined {
  if (isShortened(address)) {
    return 'Shortened by the provider, so it can’t be copied as an address.';
  }
  return isShortened(given)
    ? 'Shortened by the provider; completed from the transaction with the same hash.'
    : undefined;
}

const sourceNotes: Partial<Record<string, string>> = {
  user: 'Paid from a personal wallet',
  exchange: 'Paid from the exchange pool',
};

type MoneyDescriptionListProps = { value: Partial<WithdrawalDetail>; isReading: boolean };

/** What a request moves: amount, fee, what arrives and what is paid for it, all digits. */
function MoneyFacts({ value, isReading }: MoneyDescriptionListProps) {
  const { amount, fee, currency, status } = value;
  const { received, debited, feePayer } = moneyOf(value);
  const unknown = isReading ? '…' : 'The service doesn’t report who pays the fee.';
  const sum = (exact: Decimal | undefined) =>
    exact === undefined ? (
      <Text span c="dimmed" inherit>
        {isReading ? '…' : 'unknown'}
      </Text>
    ) : (
      <Amount value={exact} currency={currency} />
    );
  return (
    <>
      <Description
        name="Amount"
        note={isEndedUnpaid(status) && 'The requested amount. The withdrawal wasn’t completed.'}
      >
        <Amount value={amount} currency={currency} />
      </Description>
      <Description name="Fee" note={feePayer === undefined ? unknown : feeNotes[feePayer]}>
        <Amount value={fee} currency={currency} />
      </Description>
      <Description name="Recipient gets">{sum(received)}</Description>
      <Description name="Debited">{sum(debited)}</Description>
    </>
  );
}

function isEndedUnpaid(status: string | undefined): boolean {
  return status === 'rejected' || status === 'error';
}

const feeNotes = {
  recipient: 'Deducted from the amount (paid by the recipient)',
  sender: 'Added to the amount (paid by the sender)',
  nobody: 'No fee',
};

type SameHashProps = { transactions: UseQueryResult<Matches<Transaction>> };

/** The account's transactions with the hash of a request. */
function SameHash({ transactions: { data, error } }: SameHashProps) {
  return (
    <section aria-labelledby="same-hash-heading">
      <Title order={3} my="sm" c="dimmed" size="xs" fw={500} id="same-hash-heading">
        Transactions with this hash
      </Title>
      {error !== null && (
        <Text c="dimmed" size="xs">
          The transactions couldn’t be loaded: {describeError(error).title}.
        </Text>
      )}
      <RelatedList>
        {data?.rows.map(({ value }) => (
          <TransactionItem key={value.transaction_id} value={value} />
        ))}
      </RelatedList>
      {data && data.missing !== null && (
        <Text c="dimmed" size="xs">
          There may be more. {data.missing}
        </Text>
      )}
      {data?.missing === null && data.rows.length === 0 && (
        <Text c="dimmed" size="xs">
          No transaction in this account has this hash.
        </Text>
      )}
    </section>
  );
}

/**
 * The account's transactions with this hash, fetched again when the request has progressed: `state` is its progress.
 */
const transactionsWithHash = (hash: string, state: string) =>
  queryOptions({
    queryKey: keyOf(listTransactions, { hash, state }),
    queryFn: ({ client, signal }) => findTransactionsWithHash(hash, { client, signal }),
    placeholderData: (previous) => previous,
  });

type WithdrawalStagesProps = {
  value: Partial<WithdrawalDetail>;
  /** When the transaction was created, if it was found. */
  sentAt: string | undefined;
};

/** Timeline to a request, and when, as far as the service says it. */
function WithdrawalStages({ value, sentAt }: WithdrawalStagesProps) {
  return (
    <section aria-labelledby="stages-heading">
      <Title order={3} my="sm" c="dimmed" size="xs" fw={500} id="stages-heading">
        Timeline
      </Title>
      <Box component="ol" fz="sm" className={classes['stages']}>
        {stagesOf(value, sentAt).map(({ name, at, status }) => (
          <li key={name}>
            <Group component="span" display="inline-flex" wrap="nowrap" gap="sm">
              {stageLabels[name]}
              {status !== undefined && <StatusBadge status={status} />}
            </Group>
            {at === undefined ? (
              <Text span c="dimmed" inherit>
                time unknown
              </Text>
            ) : (
              <CopyableTime value={at} />
            )}
            {name === 'change' && <WithdrawalReason value={value} className={classes['reason']} />}
          </li>
        ))}
      </Box>
    </section>
  );
}

const stageLabels = { requested: 'Submitted', transaction: 'Transaction sent', change: 'Updated' };
