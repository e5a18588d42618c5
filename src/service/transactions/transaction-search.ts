import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { sumTransactions } from '#contract/gateway/list-sums.ts';
import type { QueryOf } from '#contract/operation.ts';
import { hasValues } from '../lists/list-query.ts';
import { beginsWith, contains } from '../lists/text-search.ts';

/** As in the index `transactions_search`. */
const columns = sql<string>`
    lower(transaction_id || E'\n' || sender_wallet || E'\n' || recipient_wallet || E'\n' || hash)`;

const indexed = ['transaction_id', 'sender_wallet', 'recipient_wallet', 'hash'];

/** Whether the text is part of a transaction's id, addresses or hash. */
export function isFoundBy(search: string): RawBuilder<SqlBool> {
  return contains(columns, search);
}

/** What of a query decides which transactions match. */
export function matchingTransactions({
  network,
  currency,
  direction,
  status,
  created_from: from,
  created_to: to,
  transaction_id,
  search,
  ...others
}: QueryOf<typeof sumTransactions>) {
  // A new parameter doesn't compile until it is used here: a filter that is ignored matches every row.
  others satisfies Record<string, never>;
  const filters = { network, currency, direction, status };
  const where = hasValues({ transaction_id });
  if (search === undefined) return { filters, from, to, where };
  if (where !== undefined)
    return { filters, from, to, where: sql<SqlBool>`${where} and ${isFoundBy(search)}` };
  return { filters, from, to, where: beginsWith(indexed, search), search: isFoundBy(search) };
}
