import { readProviderStatement } from '#contract/gateway/provider-statements.ts';
import { readStatement } from '#contract/gateway/statements.ts';
import { type Host, serve } from '#http/serve.ts';
import { requireSession, type SessionOf } from '../caller.ts';
import type { SignedIn } from '../console-host.ts';
import type { LedgerReader } from '../gateway-deps.ts';
import { makeProviderStatement, type ProviderStatementDeps, requirePast } from './provider-statement.ts';

type Deps = {
  /** Undefined with a remote wallet service, which shows its ledger to no one. */
  ledger: LedgerReader | undefined;
  /** Undefined with our own. */
  provider: ProviderStatementDeps | undefined;
  sessionOf: SessionOf;
};

export function registerStatementRoutes(host: Host<SignedIn>, { ledger, provider, sessionOf }: Deps): void {
  serve(host, readStatement, async ({ caller: { accountId }, query }) => {
    if (ledger === undefined) return { statement: null };
    return { statement: requirePast(await ledger.readStatement(accountId, query)) };
  });

  serve(host, readProviderStatement, async ({ request, query }) => {
    if (provider === undefined) return { statement: null };
    const owner = requireSession(request, { sessionOf });
    return { statement: requirePast(await makeProviderStatement(query, owner, provider)) };
  });
}
