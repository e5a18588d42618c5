import { Group, Skeleton, Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ReadList } from '#contract/read-answer.ts';
import { listTransactions, type Transaction } from '#contract/wallet-service/transactions.ts';
import { listWithdrawalRequests, type WithdrawalRequest } from '#contract/wallet-service/withdrawals.ts';
import { call } from '#dashboard/api/client.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { liveEveryMs } from '#dashboard/list/live-setting.ts';
import { asSentence } from '#dashboard/lib/error-message.ts';
import { isUnfiltered } from '#dashboard/lib/unproved.ts';
import { signOf } from '#dashboard/entities/transactions/transaction-cells.tsx';
import { transactionPath, transactionsPath } from '#dashboard/entities/transactions/transactions.queries.ts';
import { Party } from '#dashboard/entities/wallets/wallet-names.tsx';
import { withdrawalPath, withdrawalsPath } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import { Time } from '#dashboard/ui/time.tsx';

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

type Props = { address: string };

/** What moved last from and to a wallet, with the way to all of it. */
export function WalletActivity({ address }: Props) {
  const mayReadTransactions = usePermission('transactions:read').allowed;
  const mayReadWithdrawals = usePermission('withdrawals:read').allowed;
  const transactions = useQuery({ ...recentTransactions(address), enabled: mayReadTransactions });
  const withdrawals = useQuery({ ...recentWithdrawals(address), enabled: mayReadWithdrawals });
  const search = `?${new URLSearchParams({ search: address }).toString()}`;
  return (
    <>
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
    </>
  );
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
        <Note>They couldn’t be loaded. {asSentence(error.message)}</Note>
      );
    }
    // Rows of other wallets would be taken for this one's.
    if (isUnfiltered(data))
      return <Note>This provider can’t list the {title.toLowerCase()} of one wallet.</Note>;
    if (data.rows.length === 0) return <Note>None yet.</Note>;
    return (
      <FramedTable title={title} isCaptionHidden>
        <thead className="unseen">
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Amount</th>
            <th scope="col">Counterparty</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>{children(data.rows)}</tbody>
      </FramedTable>
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
  const { direction, network } = value;
  const other = direction === 'in' ? value.sender_wallet : value.recipient_wallet;
  return (
    <tr>
      <td>
        <Link to={transactionPath(value.transaction_id ?? '')}>
          <Time value={value.created_at} />
        </Link>
      </td>
      <td data-align="end">
        <Amount value={value.amount} currency={value.currency} sign={signOf(direction)} />
      </td>
      <td>
        <Party address={other} network={network} />
      </td>
      <td>
        <StatusBadge status={value.status} />
      </td>
    </tr>
  );
}

function WithdrawalRow({ value }: { value: Partial<WithdrawalRequest> }) {
  return (
    <tr>
      <td>
        <Link to={withdrawalPath(value.request_id ?? '')}>
          <Time value={value.created_at} />
        </Link>
      </td>
      <td data-align="end">
        <Amount value={value.amount} currency={value.currency} />
      </td>
      <td>
        <Party address={value.recipient_wallet} network={value.network} />
      </td>
      <td>
        <StatusBadge status={value.status} />
      </td>
    </tr>
  );
}
