import { queryOptions } from '@tanstack/react-query';
import { readBalancesAt } from '#contract/gateway/ledger-balances.ts';
import type { Instant } from '#domain/time.ts';
import { call } from '#dashboard/api/client.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { isSettled } from '#dashboard/lib/as-of.ts';
import { type BalanceLine, balanceLine, inPageOrder, withLedger } from './balance-lines.ts';

/** What the account had at a past moment, line by line. */
export type PastBalances =
  /** With what was on hold, by the ledger of our own wallet service. */
  | { kind: 'booked'; lines: BalanceLine[] }
  /** As a remote provider stated it, a little later than the moment. */
  | { kind: 'noted'; lines: BalanceLine[]; notedAt: Instant }
  /** A remote provider’s balances weren’t noted then. The nearest moments that they were noted for. */
  | { kind: 'unknown'; before: Instant | undefined; after: Instant | undefined };

/** What the account had at a past moment. What is known of it never changes, so nothing that happens now makes it stale. */
export function pastBalancesQuery(at: Instant) {
  const request = { query: { at } };
  return queryOptions({
    queryKey: keyOf(readBalancesAt, request),
    queryFn: async ({ signal }): Promise<PastBalances> => {
      const { balances_at: booked, balances_noted: noted } = await call(readBalancesAt, request, signal);
      if (booked !== null) return { kind: 'booked', lines: withLedger(toLines(booked.rows), booked.rows) };
      if (noted === null || noted.noted_at === null) {
        return { kind: 'unknown', before: toInstant(noted?.before), after: toInstant(noted?.after) };
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server writes instants.
      return { kind: 'noted', lines: toLines(noted.rows), notedAt: noted.noted_at as Instant };
    },
    staleTime: ({ state: { data, dataUpdatedAt } }) =>
      // A moment without a snapshot may get one, and another neighbor.
      data?.kind !== 'unknown' && isSettled(at, dataUpdatedAt) ? 'static' : 0,
  });
}

function toLines(rows: readonly Parameters<typeof balanceLine>[0][]): BalanceLine[] {
  return rows.map(balanceLine).sort(inPageOrder);
}

function toInstant(text: string | null | undefined): Instant | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server writes instants.
  return text == null ? undefined : (text as Instant);
}
