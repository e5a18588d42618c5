import { queryOptions } from '@tanstack/react-query';
import {
  checkLedgerBalances,
  listAmlFees,
  listLedgerBalances,
  type LedgerCheckRow,
} from '#contract/gateway/ledger-balances.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { call } from '#dashboard/api/client.ts';
import { asSentence } from '#dashboard/lib/error-message.ts';
import { balanceLinesQuery, fetchBalanceLines } from '#dashboard/entities/balances/balance-lines.ts';
import {
  fetchAllWallets,
  type ReadingProgress,
  fetchWalletPage,
} from '#dashboard/entities/wallets/wallet-names.tsx';
import { type CheckRow, checkWallets, sumWallets } from './check/wallet-check.ts';

export type WalletCheck = {
  rows: CheckRow[];
  /** How many different wallets were read, and how many the list says there are; null where it doesn't. */
  walletsRead: number;
  walletsListed: number | null;
  /** How many wallets could not be read whole enough to add them up. */
  unread: number;
  /** Why the ledger, which is provided, could not be read; null where it was, or is not provided. */
  ledgerFailure: string | null;
  /** Whether pools were compared with the ledger. */
  hasLedger: boolean;
  /** Whether every wallet of the list was read, and it stayed the same in the meantime. */
  isListSteady: boolean;
  /** When the balances were read, before and after the wallets. */
  startedAt: number;
  endedAt: number;
};

/** How many checks a page of AML check fees shows. */
export const amlFeesPerPage = 100;

type LedgerReading = { rows: readonly LedgerCheckRow[] | null; failure: string | null };

/** A check without the ledger still says what the wallets prove. */
async function fetchLedger(signal: AbortSignal): Promise<LedgerReading> {
  try {
    const { rows } = await call(checkLedgerBalances, {}, signal);
    return { rows, failure: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { rows: null, failure: asSentence(error.message) };
  }
}

export const balanceQueries = {
  /** What is on hold and was paid for AML checks; null where the wallet service does not provide its ledger. */
  ledger: () =>
    queryOptions({
      queryKey: keyOf(listLedgerBalances),
      queryFn: async ({ signal }) => (await call(listLedgerBalances, {}, signal)).balances,
    }),

  /** A page of the AML checks that wallets paid for; null where the wallet service does not provide its ledger. */
  amlFees: (wallet: string | undefined, offset: number) =>
    queryOptions({
      queryKey: keyOf(listAmlFees, { wallet, offset }),
      queryFn: async ({ signal }) => {
        const query = { limit: amlFeesPerPage, offset, ...(wallet !== undefined && { wallet }) };
        return (await call(listAmlFees, { query }, signal)).fees;
      },
    }),

  /**
   * Compares all wallets with the balances: reads the balances, every wallet, the ledger if the service is ours, and
   * the balances again, so that movements in the meantime are not mistaken for differences. Runs only on request.
   */
  check: () =>
    queryOptions({
      queryKey: keyOf(checkLedgerBalances, { part: 'check' }),
      queryFn: async ({ client, signal }): Promise<WalletCheck> => {
        const progress = balanceQueries.checkProgress().queryKey;
        client.setQueryData(progress, null);
        const startedAt = Date.now();
        const before = await fetchBalanceLines(signal);
        const { rows, count, isSteady } = await fetchAllWallets(fetchWalletPage(signal), (state) =>
          client.setQueryData(progress, state),
        );
        const ledger = await fetchLedger(signal);
        const after = await fetchBalanceLines(signal);
        // What was checked is what the other views show.
        client.setQueryData(balanceLinesQuery.queryKey, after);
        const sums = sumWallets(rows);
        return {
          rows: checkWallets(before, after, sums, ledger.rows ?? []),
          ledgerFailure: ledger.failure,
          hasLedger: ledger.rows !== null,
          walletsRead: rows.length,
          walletsListed: count,
          unread: sums.unread.length,
          isListSteady: isSteady,
          startedAt,
          endedAt: Date.now(),
        };
      },
      staleTime: 'static',
      gcTime: Number.POSITIVE_INFINITY,
    }),

  /** How far a running check is; written by the check itself, never asked for. */
  checkProgress: () =>
    queryOptions({
      queryKey: keyOf(checkLedgerBalances, { part: 'progress' }),
      queryFn: (): ReadingProgress | null => null,
      enabled: false,
      staleTime: Number.POSITIVE_INFINITY,
    }),
};
