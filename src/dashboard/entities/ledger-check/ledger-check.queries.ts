import { queryOptions } from '@tanstack/react-query';
import { readLedgerCheck } from '#contract/gateway/ledger-check.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { call } from '#dashboard/api/client.ts';

export const ledgerCheckPath = '/ledger-check';

/** Null for a remote wallet service. Import it from lazy code only: it pulls in its part of the contract. */
export const ledgerCheckQuery = queryOptions({
  queryKey: keyOf(readLedgerCheck),
  queryFn: async ({ signal }) => (await call(readLedgerCheck, {}, signal)).check,
  refetchInterval: 30_000,
});
