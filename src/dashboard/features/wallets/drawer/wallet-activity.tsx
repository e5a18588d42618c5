import { Group, Skeleton, Text, Title } from '@mantine/core';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isPermitted, type Session } from '#contract/gateway/sessions.ts';
import type { ReadList } from '#contract/read-answer.ts';
import { listTransactions, type Transaction } from '#contract/wallet-service/transactions.ts';
import { listWithdrawalRequests, type WithdrawalRequest } from '#contract/wallet-service/withdrawals.ts';
import { call } from '#dashboard/api/client.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { liveEveryMs } from '#dashboard/list/live-setting.ts';
import { drawing } from '#dashboard/lib/drawing.ts';
import { asSentence } from '#dashboard/lib/error-message.ts';
import { isUnfiltered } from '#dashboard/lib/unproved.ts';
import { signOf } from '#dashboard/entities/transactions/transaction-cells.tsx';
import { transactionPath, transactionsPath } from '#dashboard/entities/transactions/transactions.queries.ts';
import { AddressNames, Party, prefetchNames } from '#dashboard/entities/wallets/address-names.tsx';
import { withdrawalPath, withdrawalsPath } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import classes from './wallet-drawer.module.css';

const shown = 5;

const recentTransactions = (address: string) =>
  queryOptions({
    queryKey: keyOf(listTransactions, { ofWallet: address }),
    queryFn: ({ signal }) => call(listTransactions, { query: { search: address, limit: shown } }, signal),
    refetchInterval: liveEveryMs,
  });

const recentWithdrawals = (address: string) =>
  queryOptions({
    queryKey: keyOf(listWithdrawalRequests, { ofWallet: address }),
    queryFn: ({ signal }) =>
      call(listWithdrawalRequests, { query: { search: address, limit: shown } }, signal),
    refetchInterval: liveEveryMs,
  });

/** Asks what `WalletActivity` asks, for the drawer's loader. */
export async function prefetchActivity(
  queryClient: QueryClient,
  session: Session,
  address: string,
): Promise<void> {
  const [transactions, withdrawals] = [recentTransactions(address), recentWithdrawals(address)];
  await Promise.all([
    isPermitted(session, 'transactions:read') && queryClient.prefetchQuery(transactions),
    isPermitted(session, 'withdrawals:read') && queryClient.prefetchQuery(withdrawals),
  ]);
  // In the browser, names come after the rows.
  if (drawing() === undefined) return;
  const parties = partiesOf(
    queryClient.getQueryData(transactions.queryKey),
    queryClient.getQueryData(withdrawals.queryKey),
  );
  await prefetchNames(queryClient, session, parties);
}

type Props = { address: string };

/** What moved last from and to a wallet, with the way to all of it. */
export function WalletActivity({ address }: Props) {
  const mayReadTransactions = usePermission('transactions:read').allowed;
  const mayReadWithdrawals = usePermission('withdrawals:read').allowed;
  const transactions = useQuery({ ...recentTransactions(address), enabled: mayReadTransactions });
  const withdrawals = useQuery({ ...recentWithdrawals(address), enabled: mayReadWithdrawals });
  const search = `?${new URLSearchParams({ search: address }).toString()}`;
  return (
    <AddressNames of={partiesOf(transactions.data, withdrawals.data)}>
      {mayReadTransactions && (
        <Recent title="Transactions" {...transactions} to={transactionsPath + search}>
          {(rows) =>
            rows.map(({ value }, index) => (
              <TransactionRow key={value.transaction_id ?? index} value={value} />
            ))
          }
        </Recent>
      )}
      {mayReadWithdrawals && (
        <Recent title="Withdrawals" {...withdrawals} to={withdrawalsPath + search}>
          {(rows) =>
            rows.map(({ value }, index) => <WithdrawalRow key={value.request_id ?? index} value={value} />)
          }
        </Recent>
      )}
    </AddressNames>
  );
}

function partiesOf(
  transactions: ReadList<Transaction> | undefined,
  withdrawals: ReadList<WithdrawalRequest> | undefined,
): (string | undefined)[] {
  return [
    ...(transactions?.rows ?? []).map(({ value }) => partyOf(value)),
    ...(withdrawals?.rows ?? []).map(({ value }) => value.recipient_wallet),
  ];
}

function partyOf({ direction, sender_wallet: sender, recipient_wallet: recipient }: Partial<Transaction>) {
  return direction === 'in' ? sender : recipient;
}

type RecentProps<T> = {
  title: 'Transactions' | 'Withdrawals';
  data: ReadList<T> | undefined;
  error: Error | null;
  /** All of them. */
  to: string;
  children: (rows: ReadList<T>['rows']) => ReactNode;
};

function Recent<T>({ title, data, error, to, children }: RecentProps<T>) {
  const id = `recent-${title}`;
  const content = () => {
    if (data === undefined) {
      return error === null ? (
        <Skeleton h={72} />
      ) : (
        <Note>
          {title} couldn’t be loaded. {asSentence(error.message)}
        </Note>
      );
    }
    // Rows of other wallets would look like this one's.
    if (isUnfiltered(data))
      return <Note>This provider can’t list the {title.toLowerCase()} of one wallet.</Note>;
    if (data.rows.length === 0) return <Note>None yet.</Note>;
    return (
      <ul className={classes['activity']} aria-labelledby={id}>
        {children(data.rows)}
      </ul>
    );
  };
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" mb="sm">
        <Title order={3} c="dimmed" size="xs" fw={500} id={id}>
          {title}
        </Title>
        {data && data.rows.length > 0 && !isUnfiltered(data) && (
          <Link to={to}>
            View all<span className="unseen"> {title.toLowerCase()} of this wallet</span>
          </Link>
        )}
      </Group>
      {content()}
    </section>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <Text c="dimmed" size="sm">
      {children}
    </Text>
  );
}

function TransactionRow({ value }: { value: Partial<Transaction> }) {
  const { network } = value;
  return (
    <Movement
      to={transactionPath(value.transaction_id ?? '')}
      time={value.created_at}
      party={partyOf(value)}
      network={network}
      status={value.status}
    >
      <Amount value={value.amount} currency={value.currency} sign={signOf(value.direction)} />
    </Movement>
  );
}

function WithdrawalRow({ value }: { value: Partial<WithdrawalRequest> }) {
  return (
    <Movement
      to={withdrawalPath(value.request_id ?? '')}
      time={value.created_at}
      party={value.recipient_wallet}
      network={value.network}
      status={value.status}
    >
      <Amount value={value.amount} currency={value.currency} />
    </Movement>
  );
}

type MovementProps = {
  to: string;
  time: string | undefined;
  party: string | undefined;
  network: string | undefined;
  status: string | undefined;
  /** The amount. */
  children: ReactNode;
};

function Movement({ to, time, party, network, status, children }: MovementProps) {
  return (
    <li>
      <Party address={party} network={network} />
      <Link to={to}>{children}</Link>
      <Text span c="dimmed" size="xs">
        <Time value={time} />
      </Text>
      <StatusBadge status={status} />
    </li>
  );
}
