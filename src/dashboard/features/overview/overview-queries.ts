import { hashKey, type Query } from '@tanstack/react-query';
import { balanceLinesQuery } from '#dashboard/entities/balances/balance-lines.ts';

/** Marks what is read for the overview alone. */
export const ofOverview = { meta: { isOfOverview: true } } as const;

const balanceLines = hashKey(balanceLinesQuery.queryKey);

/** Whether what a query reads is shown on the overview. */
export function isOfOverview({ meta, queryHash }: Query): boolean {
  return meta?.['isOfOverview'] === true || queryHash === balanceLines;
}
