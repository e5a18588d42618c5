import { reportCounterparties, reportExchanges, reportFees, reportFlows } from '#contract/gateway/reports.ts';
import { type Host, serve } from '#http/serve.ts';
import type { SignedIn } from '../console-host.ts';
import type { LedgerReader } from '../gateway-deps.ts';

/** `ledger`: left out with a remote wallet service, which shows its ledger to no one. */
export function registerReportRoutes(host: Host<SignedIn>, ledger: LedgerReader | undefined): void {
  serve(host, reportFees, async ({ caller: { accountId }, body }) => ({
    rows: ledger === undefined ? null : await ledger.reportFees(accountId, body),
  }));
  serve(host, reportFlows, async ({ caller: { accountId }, body }) => ({
    rows: ledger === undefined ? null : await ledger.reportFlows(accountId, body),
  }));
  serve(host, reportExchanges, async ({ caller: { accountId }, body }) => ({
    rows: ledger === undefined ? null : await ledger.reportExchanges(accountId, body),
  }));
  serve(host, reportCounterparties, async ({ caller: { accountId }, body }) =>
    ledger === undefined ? { rows: null, others: [] } : await ledger.reportCounterparties(accountId, body),
  );
}
