import type { Kysely } from 'kysely';
import {
  type BalancesNoted,
  checkLedgerBalances,
  getWalletLedger,
  listAmlFees,
  listLedgerBalances,
  readBalancesAt,
} from '#contract/gateway/ledger-balances.ts';
import type { Tables } from '#database/tables.ts';
import type { Clock, Instant } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { validationError } from '#http/service-error.ts';
import { findSnapshot, hoursAround, leavesOf } from './books/snapshots.store.ts';
import type { SignedIn } from './console-host.ts';
import type { LedgerReader } from './gateway-deps.ts';

type Deps = {
  db: Kysely<Tables>;
  now: Clock;
  /** Undefined with a remote wallet service, which shows its ledger to no one. */
  ledger: LedgerReader | undefined;
};

export function registerLedgerBalanceRoutes(host: Host<SignedIn>, { db, now, ledger }: Deps): void {
  serve(host, listLedgerBalances, async ({ caller: { accountId } }) => ({
    balances: ledger === undefined ? null : await ledger.listBalances(accountId),
  }));
  serve(host, readBalancesAt, async ({ caller: { accountId }, query: { at } }) => {
    const isFuture = validationError({ at: 'must not be in the future' });
    if (ledger === undefined) {
      if (at > now()) throw isFuture;
      return { balances_at: null, balances_noted: await readBalancesNoted(db, accountId, at) };
    }
    const balancesAt = await ledger.readBalancesAt(accountId, at);
    if (balancesAt === undefined) throw isFuture;
    return { balances_at: balancesAt, balances_noted: null };
  });
  serve(host, checkLedgerBalances, async ({ caller: { accountId } }) => ({
    rows: ledger === undefined ? null : await ledger.checkBalances(accountId),
  }));
  serve(host, getWalletLedger, async ({ caller: { accountId }, query: { address } }) => ({
    currencies: ledger === undefined ? null : await ledger.listOfWallet(accountId, address),
  }));
  serve(host, listAmlFees, async ({ caller: { accountId }, query }) => ({
    fees: ledger === undefined ? null : await ledger.listAmlFees(accountId, query),
  }));
}

/** What a remote provider said on exactly that hour, and the hours around it that it said something on. */
async function readBalancesNoted(db: Kysely<Tables>, accountId: string, at: Instant): Promise<BalancesNoted> {
  const snapshot = await findSnapshot(db, accountId, at);
  const { before, after } = await hoursAround(db, accountId, at);
  return {
    noted_at: snapshot?.takenAt ?? null,
    rows: snapshot === undefined ? [] : leavesOf(snapshot.balances),
    before: before ?? null,
    after: after ?? null,
  };
}
