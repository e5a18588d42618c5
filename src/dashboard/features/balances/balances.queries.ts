import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { isPermitted } from '#contract/gateway/sessions.ts';
import { getUserBalances } from '#contract/wallet-service/balances.ts';
import { call } from '../../api/client.ts';
import { sessionQueries } from '../session/session.queries.ts';
import { type BalanceLine, balanceLines } from './balance-lines.ts';
import { type ReadingProgress, readAllWallets, readWalletPage } from '../wallets/read-all-wallets.ts';
import { type CheckRow, checkWallets } from './check/wallet-check.ts';
import { sumWallets } from './check/wallet-sums.ts';

export type WalletCheck = {
  rows: CheckRow[];
  /** How many different wallets were read, and how many the list says there are; null where it doesn't. */
  walletsRead: number;
  walletsListed: number | null;
  /** How many wallets could not be read whole enough to add them up. */
  unread: number;
  /** Whether every wallet of the list was read, and it stayed the same meanwhile. */
  isListSteady: boolean;
  /** When the balances were read, before and after the wallets. */
  startedAt: number;
  endedAt: number;
};

// Whose they are is known from the session: a provider that does not say it again shows its balances all the same.
const getBalances = { ...getUserBalances, data: z.pick(getUserBalances.data, { balances: true }) } as const;

async function readLines(signal: AbortSignal): Promise<BalanceLine[]> {
  const { balances } = await call(getBalances, {}, signal);
  return balanceLines(balances);
}

export const balanceQueries = {
  lines: () =>
    queryOptions({
      queryKey: ['balances', 'lines'],
      queryFn: ({ signal }) => readLines(signal),
    }),

  /**
   * All wallets against the balances: the balances, every wallet, and the balances again, so that what moved
   * meanwhile is told from what does not add up. Only asked for anew by hand.
   */
  check: () =>
    queryOptions({
      queryKey: ['balances', 'check'],
      queryFn: async ({ client, signal }): Promise<WalletCheck> => {
        const progress = balanceQueries.checkProgress().queryKey;
        client.setQueryData(progress, null);
        const startedAt = Date.now();
        const before = await readLines(signal);
        const { rows, count, isSteady } = await readAllWallets(readWalletPage(signal), (state) =>
          client.setQueryData(progress, state),
        );
        const after = await readLines(signal);
        // What was checked is what the other views show.
        client.setQueryData(balanceQueries.lines().queryKey, after);
        const sums = sumWallets(rows);
        return {
          rows: checkWallets(before, after, sums),
          walletsRead: rows.length,
          walletsListed: count,
          unread: sums.unread.length,
          isListSteady: isSteady,
          startedAt,
          endedAt: Date.now(),
        };
      },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
    }),

  /** How far a running check is; written by the check itself, never asked for. */
  checkProgress: () =>
    queryOptions({
      queryKey: ['balances', 'check', 'progress'],
      queryFn: (): ReadingProgress | null => null,
      enabled: false,
      staleTime: Number.POSITIVE_INFINITY,
    }),
};

/** Never fails: the shell deals with a missing session, the page with missing balances. */
export async function prefetchBalances(queryClient: QueryClient): Promise<void> {
  const session = await queryClient.ensureQueryData(sessionQueries.current()).catch(() => undefined);
  if (session === undefined || !isPermitted(session, 'balances:read')) return;
  await queryClient.prefetchQuery(balanceQueries.lines());
}
