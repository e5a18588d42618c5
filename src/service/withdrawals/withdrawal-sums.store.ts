import { sql, type Kysely } from 'kysely';
import type { sumWithdrawalRequests } from '#contract/gateway/list-sums.ts';
import type { QueryOf } from '#contract/operation.ts';
import type { Tables } from '#database/tables.ts';
import { add, subtract } from '#domain/arithmetic.ts';
import { ZERO } from '#domain/decimal.ts';
import { inOrder, type SumLine } from '#domain/list-sums.ts';
import { lastMomentOfMillisecond } from '#domain/time.ts';
import { listSums } from '../lists/list-sums.ts';
import { beginsWith, contains } from '../lists/text-search.ts';
import { withdrawalList } from './withdrawal-list.ts';

/** What is searched, as in the index `withdrawal_requests_search`. */
const searched = sql<string>`
    lower(request_id || E'\n' || external_id || E'\n' || coalesce(sender_wallet, '') || E'\n' || recipient_wallet)`;

const indexed = ['request_id', 'external_id', 'sender_wallet', 'recipient_wallet'];

/** What of a query decides which requests match. */
export function matchingRequests({
  network,
  currency,
  status,
  created_from: from,
  created_to: to,
  request_id: requestId,
  external_id: externalId,
  search,
}: QueryOf<typeof sumWithdrawalRequests>) {
  const exact = [
    ...(requestId === undefined ? [] : [sql<boolean>`request_id = ${requestId}`]),
    ...(externalId === undefined ? [] : [sql<boolean>`external_id = ${externalId}`]),
  ];
  // Requests are shown with milliseconds: one that is shown at this very moment is within the range.
  const matching = { filters: { network, currency, status }, from, to: to && lastMomentOfMillisecond(to) };
  if (exact.length > 0) {
    const all = search === undefined ? exact : [...exact, contains(searched, search)];
    return { ...matching, where: sql<boolean>`${sql.join(all, sql` and `)}` };
  }
  if (search === undefined) return matching;
  return { ...matching, where: beginsWith(indexed, search), search: contains(searched, search) };
}

/** The sums of all requests of an account that match, each status on its own. */
export async function sumRequestsOf(
  db: Kysely<Tables>,
  accountId: string,
  query: QueryOf<typeof sumWithdrawalRequests>,
): Promise<SumLine[]> {
  const groups = await listSums(db, withdrawalList, { accountId, ...matchingRequests(query) }, [
    'currency',
    'status',
  ]);
  return inOrder(
    groups.map(({ group, rows, sums }) => {
      const { amount: requested = ZERO, fee: fees = ZERO, added_fee: added = ZERO } = sums;
      const debited = add(requested, added);
      return { group, rows, sums: { requested, fees, debited, recipients_get: subtract(debited, fees) } };
    }),
  );
}
