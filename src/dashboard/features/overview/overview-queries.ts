import { hashKey, type Query } from '@tanstack/react-query';
import { balanceLinesQuery } from '#dashboard/entities/balances/balance-lines.ts';
import { byOwnClock } from '#dashboard/lib/server-time.ts';
import { type Instant, toDate } from '#domain/time.ts';

/** Marks what is read for the overview alone. */
export const ofOverview = { meta: { isOfOverview: true } } as const;

const balanceLines = hashKey(balanceLinesQuery.queryKey);

/** Whether what a query reads is shown on the overview. */
export function isOfOverview({ meta, queryHash }: Query): boolean {
  return meta?.['isOfOverview'] === true || queryHash === balanceLines;
}

/** When what a query shows was read, in milliseconds; 0 before it was. The gateway may have read it before the request. */
export function readAtOf({ state: { data, dataUpdatedAt } }: Query): number {
  return isPinned(data) ? Math.min(dataUpdatedAt, byOwnClock(toDate(data.pin).getTime())) : dataUpdatedAt;
}

function isPinned(data: unknown): data is { pin: Instant } {
  return typeof data === 'object' && data !== null && 'pin' in data;
}
