import {
  checkLedgerBalances,
  getWalletLedger,
  listAmlFees,
  listLedgerBalances,
  readBalancesAt,
} from '#contract/gateway/ledger-balances.ts';
import { type Host, serve } from '#http/serve.ts';
import { validationError } from '#http/service-error.ts';
import type { SignedIn } from './console-host.ts';
import type { LedgerReader } from './gateway-deps.ts';

/** `ledger`: left out with a remote wallet service, which shows its ledger to no one. */
export function registerLedgerBalanceRoutes(host: Host<SignedIn>, ledger: LedgerReader | undefined): void {
  serve(host, listLedgerBalances, async ({ caller: { accountId } }) => ({
    balances: ledger === undefined ? null : await ledger.listBalances(accountId),
  }));
  serve(host, readBalancesAt, async ({ caller: { accountId }, query: { at } }) => {
    if (ledger === undefined) return { balances_at: null };
    const balancesAt = await ledger.readBalancesAt(accountId, at);
    if (balancesAt === undefined) throw validationError({ at: 'must not be in the future' });
    return { balances_at: balancesAt };
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
