import type { Query } from '@tanstack/react-query';
import { overviewKey } from '#dashboard/api/overview-key.ts';
import { balanceLinesQuery } from '#dashboard/entities/balances/balance-lines.queries.ts';

/** Whether what a query reads is shown on the overview. */
export function isOfOverview({ queryKey }: Query): boolean {
  const [balances, lines] = balanceLinesQuery.queryKey;
  return queryKey[0] === overviewKey || (queryKey[0] === balances && queryKey[1] === lines);
}
