import { queryOptions } from '@tanstack/react-query';
import {
  checkLedgerBalances,
  listAmlFees,
  listLedgerBalances,
  type LedgerCheckRow,
} from '#contract/gateway/ledger-balances.ts';
import { sumWallets } from '#contract/gateway/wallet-sums.ts';
import { keyOf, whileStillReading } from '#dashboard/api/queries.ts';
import { instantFromDate } from '#domain/time.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { call } from '#dashboard/api/client.ts';
import { asSentence } from '#dashboard/lib/error-message.ts';
import { balanceLinesQuery, fetchBalanceLines } from '#dashboard/entities/balances/balance-lines.ts';
import { notAllWallets } from '#dashboard/entities/wallets/known-wallets.queries.ts';
import { UnprovedError } from '#dashboard/lib/unproved.ts';
import { type CheckRow, checkWallets } from './check/wallet-check.ts';

export type WalletCheck = {
  rows: CheckRow[];
  /** How many wallets there are. */
  walletsRead: number;
  /** How many wallets could not be read whole enough to add them up. */
  unread: number;
  /** Why the ledger, which is provided, could not be read; null where it was, or is not provided. */
  ledgerFailure: string | null;
  /** Whether pools were compared with the ledger. */
  hasLedger: boolean;
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

/** Until the gateway's clock has caught up with a moment, what it reads now is recent enough. */
const clockErrorMs = 2_000;

/** The sums of all wallets, read after the moment in milliseconds since 1970. */
function sumsAfter(moment: number, signal: AbortSignal) {
  const after = instantFromDate(new Date(moment + clockErrorMs));
  const request = { query: { read_after: after } };
  return queryOptions({
    queryKey: keyOf(sumWallets, request),
    // Ends with the check that needs it.
    queryFn: () => call(sumWallets, request, signal),
    ...whileStillReading,
    gcTime: 0,
  });
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
   * Compares all wallets with the balances: reads the balances, the sums of the wallets, the ledger if the service is
   * ours, and the balances again, so that movements in the meantime are not mistaken for differences. Runs only on
   * request.
   */
  check: () =>
    queryOptions({
      queryKey: keyOf(checkLedgerBalances, { part: 'check' }),
      queryFn: async ({ client, signal }): Promise<WalletCheck> => {
        const startedAt = Date.now();
        const before = await fetchBalanceLines(signal);
        const { found } = await client.fetchQuery(sumsAfter(serverNow(), signal));
        if (found === null) throw new UnprovedError(`${notAllWallets} Nothing was compared.`);
        const ledger = await fetchLedger(signal);
        const after = await fetchBalanceLines(signal);
        // What was checked is what the other views show.
        client.setQueryData(balanceLinesQuery.queryKey, after);
        return {
          rows: checkWallets(before, after, found, ledger.rows ?? []),
          ledgerFailure: ledger.failure,
          hasLedger: ledger.rows !== null,
          walletsRead: found.wallets,
          unread: found.unreadable.length,
          startedAt,
          endedAt: Date.now(),
        };
      },
      staleTime: 'static',
      gcTime: Number.POSITIVE_INFINITY,
    }),
};
