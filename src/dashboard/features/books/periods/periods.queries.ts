import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listClosedPeriods } from '#contract/gateway/closed-periods.ts';
import { checkPeriod, listLateBookings } from '#contract/gateway/closing.ts';
import type { Instant } from '#domain/time.ts';
import { call } from '#dashboard/api/client.ts';
import { keyOf, queryOf } from '#dashboard/api/queries.ts';
import type { NextPeriod } from './next-period.ts';

/** How many closes the page shows at first, and more with each click. */
export const pageSize = 24;

type ClosesQuery = { from?: Instant; to?: Instant; limit?: number };

/** The account’s closes; null for a remote wallet service. */
export function closesQuery(query: ClosesQuery = { limit: pageSize }) {
  const request = { query };
  return queryOptions({
    queryKey: keyOf(listClosedPeriods, request),
    queryFn: async ({ signal }) => (await call(listClosedPeriods, request, signal)).books,
    placeholderData: keepPreviousData,
  });
}

/** Whether a period can be closed. */
export function checksQuery({ from, to, zone }: NextPeriod) {
  const request = { query: { from, to, time_zone: zone } };
  return queryOptions({
    queryKey: keyOf(checkPeriod, request),
    queryFn: async ({ signal }) => (await call(checkPeriod, request, signal)).checks,
    // What is known of another period may be from before this one was closed or reopened.
    staleTime: 0,
    // What fails may pass by itself, as the ledger check does once it has run.
    refetchInterval: 30_000,
  });
}

/** The first late bookings of a close, as many as can be explained at once. */
export function lateBookingsQuery(id: string) {
  return queryOf(listLateBookings, { query: { id, limit: 300 } });
}
