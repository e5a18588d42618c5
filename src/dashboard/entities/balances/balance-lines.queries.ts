import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { getUserBalances } from '#contract/wallet-service/balances.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { call } from '#dashboard/api/client.ts';
import { type BalanceLine, balanceLines } from './balance-lines.ts';

// Whose they are is known from the session: a provider that does not say it again shows its balances all the same.
const getBalances = { ...getUserBalances, data: z.pick(getUserBalances.data, { balances: true }) } as const;

/** What the account has now, line by line. Throws ApiError. */
export async function readBalanceLines(signal: AbortSignal): Promise<BalanceLine[]> {
  const { balances } = await call(getBalances, {}, signal);
  return balanceLines(balances);
}

export const balanceLinesQuery = queryOptions({
  queryKey: keyOf(getUserBalances),
  queryFn: ({ signal }) => readBalanceLines(signal),
});
