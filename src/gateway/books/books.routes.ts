import { readStatement } from '#contract/gateway/statements.ts';
import { type Host, serve } from '#http/serve.ts';
import { validationError } from '#http/service-error.ts';
import type { SignedIn } from '../console-host.ts';
import type { LedgerReader } from '../gateway-deps.ts';

/** `ledger`: left out with a remote wallet service, which shows its ledger to no one. */
export function registerBooksRoutes(host: Host<SignedIn>, ledger: LedgerReader | undefined): void {
  serve(host, readStatement, async ({ caller: { accountId }, query }) => {
    if (ledger === undefined) return { statement: null };
    const statement = await ledger.readStatement(accountId, query);
    if (statement === undefined) throw validationError({ from: 'must be in the past' });
    return { statement };
  });
}
