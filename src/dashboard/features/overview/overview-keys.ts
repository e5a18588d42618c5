import type { Query } from '@tanstack/react-query';
import { balanceQueries } from '../balances/balances.queries.ts';

/** The beginning of the keys of all that is read for the overview alone. */
export const overviewKey = 'overview';

/** Whether what a query reads is shown on the overview. */
export function isOfOverview({ queryKey }: Query): boolean {
  const [balances, lines] = balanceQueries.lines().queryKey;
  return queryKey[0] === overviewKey || (queryKey[0] === balances && queryKey[1] === lines);
}
