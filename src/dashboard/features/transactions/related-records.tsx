import { Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listTransactions, type Transaction } from '#contract/wallet-service/transactions.ts';
import { listWithdrawalRequests, type WithdrawalRequest } from '#contract/wallet-service/withdrawals.ts';
import { addMs, parseTimestamp } from '#domain/time.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { call } from '#dashboard/api/client.ts';
import type { Lookup } from '#dashboard/api/lookup.ts';
import { describeError } from '#dashboard/lib/error-message.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { walletPath } from '#dashboard/entities/wallets/wallets.ts';
import { useOwnWallets } from '#dashboard/entities/wallets/address-names.tsx';
import { withdrawalPath } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import { RelatedList, TransactionItem } from '#dashboard/entities/transactions/transaction-cells.tsx';
import { findTransactionsWithHash } from '#dashboard/entities/transactions/transaction-search.ts';

/** A payment is seen on its network soon after it was asked for. */
const longestWaitMs = 7 * 86_400_000;

/** The withdrawal request that a transaction paid: the interface finds none by its hash, so those before it are read. */
const withdrawalOf = ({ transaction_id: id, hash, network, currency, created_at: at }: Transaction) =>
  queryOptions({
    queryKey: keyOf(listWithdrawalRequests, { ofTransaction: id }),
    queryFn: async ({ signal }): Promise<Lookup<Partial<WithdrawalRequest>>> => {
      const created_to = parseTimestamp(at)?.instant;
      if (created_to === undefined) return unknown('Its time is invalid.');
      const created_from = addMs(created_to, -longestWaitMs);
      const query = { network, currency, created_from, created_to, limit: 300 };
      const { rows, stated } = await call(listWithdrawalRequests, { query }, signal);
      const row = rows.find(({ value }) => value.hash === hash);
      if (row !== undefined) return { state: 'found', value: row.value };
      if (rows.some(({ value }) => value.hash === undefined)) {
        return unknown('This provider’s withdrawals don’t include hashes.');
      }
      return rows.length === stated
        ? { state: 'absent' }
        : unknown('There are too many later withdrawals to search.');
    },
  });

const sameHash = (hash: string) =>
  queryOptions({
    queryKey: keyOf(listTransactions, { hash }),
    queryFn: ({ client, signal }) => findTransactionsWithHash(hash, { client, signal }),
  });

function unknown(reason: string): Lookup<never> {
  return { state: 'unknown', reason };
}

/** The account's other records with the same hash: the other sides, the withdrawal it paid, and the wallets. */
export function RelatedRecords({ transaction }: { transaction: Transaction }) {
  const { hash, transaction_id: ownId, sender_wallet: sender, recipient_wallet: recipient } = transaction;
  const mayReadWithdrawals = usePermission('withdrawals:read').allowed;
  const { wallets: names } = useOwnWallets();
  const others = useQuery(sameHash(hash));
  const withdrawal = useQuery({
    ...withdrawalOf(transaction),
    enabled: mayReadWithdrawals && transaction.direction === 'out',
  });
  const sides = (others.data?.rows ?? []).filter(({ value }) => value.transaction_id !== ownId);
  const wallets = [...new Set([sender, recipient])].filter((address) => names.has(address));
  const failure = others.error ?? withdrawal.error;
  const request = withdrawal.data?.state === 'found' ? withdrawal.data.value : undefined;
  const isNothing = sides.length === 0 && wallets.length === 0 && request === undefined;
  const missing =
    others.data?.missing ?? (withdrawal.data?.state === 'unknown' ? withdrawal.data.reason : undefined);
  return (
    <section aria-labelledby="related-heading">
      <Title order={3} my="sm" c="dimmed" size="xs" fw={500} id="related-heading">
        Related
      </Title>
      {failure !== null && (
        <Text c="dimmed" size="xs">
          Not everything could be loaded: {describeError(failure).title}.
        </Text>
      )}
      <RelatedList>
        {wallets.map((address) => (
          <li key={address}>
            <Text span w={88} c="dimmed" inherit>
              Wallet
            </Text>
            <Link to={walletPath(address)}>{names.get(address)}</Link>
          </li>
        ))}
        {request && (
          <li>
            <Text span w={88} c="dimmed" inherit>
              Withdrawal
            </Text>
            <Link to={withdrawalPath(request.request_id ?? '')}>
              <Amount value={request.amount} currency={request.currency} />
            </Link>
            <StatusBadge status={request.status} />
          </li>
        )}
        {sides.map(({ value }) => (
          <TransactionItem key={value.transaction_id} value={value} />
        ))}
      </RelatedList>
      {missing !== undefined && failure === null && (
        <Text c="dimmed" size="xs">
          There may be more. {missing}
        </Text>
      )}
      {isNothing && missing === undefined && failure === null && !others.isPending && (
        <Text c="dimmed" size="xs">
          Nothing else in this account has this hash.
        </Text>
      )}
    </section>
  );
}
