import type { Kysely } from 'kysely';
import type { sumExchangeTransactions } from '#contract/gateway/list-sums.ts';
import type { QueryOf } from '#contract/operation.ts';
import type { Tables } from '#database/tables.ts';
import { ZERO } from '#domain/decimal.ts';
import { inOrder, type SumLine } from '#domain/list-sums.ts';
import { hasValues } from '../lists/list-query.ts';
import { listSums } from '../lists/list-sums.ts';
import { exchangeList } from './exchange-list.ts';

/** What of a query decides which exchanges match. */
export function matchingExchanges({
  network_from,
  network_to,
  currency_from,
  currency_to,
  status,
  created_from: from,
  created_to: to,
  transaction_id,
  ...others
}: QueryOf<typeof sumExchangeTransactions>) {
  // A new parameter doesn't compile until it is used here: a filter that is ignored matches every row.
  others satisfies Record<string, never>;
  return {
    filters: { network_from, network_to, currency_from, currency_to, status },
    from,
    to,
    where: hasValues({ transaction_id }),
  };
}

/** The sums of all exchanges of an account that match, each pair and status on its own. */
export async function sumExchangesOf(
  db: Kysely<Tables>,
  accountId: string,
  query: QueryOf<typeof sumExchangeTransactions>,
): Promise<SumLine[]> {
  const asked = { accountId, ...matchingExchanges(query) };
  const groups = await listSums(db, exchangeList, asked, ['currency_from', 'currency_to', 'status']);
  return inOrder(
    groups.map(({ group, rows, sums }) => ({
      group,
      rows,
      sums: {
        given: sums['amount_from'] ?? ZERO,
        received: sums['amount_to'] ?? ZERO,
        fee: sums['fee'] ?? ZERO,
      },
    })),
  );
}
