import { queryOptions } from '@tanstack/react-query';
import { readBalancesAt } from '#contract/gateway/ledger-balances.ts';
import type { Instant } from '#domain/time.ts';
import { call } from '#dashboard/api/client.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { isSettled } from '#dashboard/lib/as-of.ts';
import { type BalanceLine, inPageOrder, lineKey, withLedger } from './balance-lines.ts';

/**
 * What the account had at a past moment, line by line, with what was on hold; null where the wallet service does not
 * provide its ledger. It never changes, so nothing that happens now makes it stale.
 */
export function pastBalancesQuery(at: Instant) {
  const request = { query: { at } };
  return queryOptions({
    queryKey: keyOf(readBalancesAt, request),
    queryFn: async ({ signal }): Promise<BalanceLine[] | null> => {
      const { balances_at: found } = await call(readBalancesAt, request, signal);
      if (found === null) return null;
      const lines = found.rows.map(
        ({ type, network, currency, available, transit, blockchain }): BalanceLine => {
          return {
            key: lineKey(type, network, currency),
            type,
            network,
            currency,
            available,
            transit,
            blockchain,
          };
        },
      );
      return withLedger(lines.sort(inPageOrder), found.rows);
    },
    staleTime: ({ state }) => (isSettled(at, state.dataUpdatedAt) ? 'static' : 0),
  });
}
