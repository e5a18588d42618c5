import { queryOptions } from '@tanstack/react-query';
import { readProviderStatement } from '#contract/gateway/provider-statements.ts';
import { readStatement } from '#contract/gateway/statements.ts';
import type { Instant } from '#domain/time.ts';
import { call } from '#dashboard/api/client.ts';
import { keyOf, whileStillReading } from '#dashboard/api/queries.ts';

/** The statement of a period, of all funds or of one wallet; null where the wallet service does not provide its ledger. */
export function statementQuery(
  period: { from: Instant; to: Instant },
  { wallet }: { wallet?: string | undefined } = {},
) {
  const request = { query: { ...period, ...(wallet !== undefined && { wallet }) } };
  return queryOptions({
    queryKey: keyOf(readStatement, request),
    queryFn: async ({ signal }) => (await call(readStatement, request, signal)).statement,
  });
}

/** What a remote provider’s balances and lists tell of a period; null with our own wallet service. */
export function providerStatementQuery(period: { from: Instant; to: Instant }) {
  const request = { query: period };
  return queryOptions({
    queryKey: keyOf(readProviderStatement, request),
    queryFn: async ({ signal }) => (await call(readProviderStatement, request, signal)).statement,
    ...whileStillReading,
  });
}
