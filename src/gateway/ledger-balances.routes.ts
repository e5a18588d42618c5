import {
  checkLedgerBalances,
  getWalletLedger,
  listAmlFees,
  listLedgerBalances,
} from '#contract/gateway/ledger-balances.ts';
import { type Host, serve } from '#http/serve.ts';
import type { SignedIn } from './console-host.ts';
import type { LedgerReader } from './gateway-deps.ts';

/** `ledger`: left out with a remote wallet service, which shows its ledger to no one. */
export function registerLedgerBalanceRoutes(host: Host<SignedIn>, ledger: LedgerReader | undefined): void {
  serve(host, listLedgerBalances, async ({ caller: { accountId } }) => ({
    balances: ledger === undefined ? null : await ledger.listBalances(accountId),
  }));
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
