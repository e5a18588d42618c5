import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { sumWithdrawalRequests } from '#contract/gateway/list-sums.ts';
import type { QueryOf } from '#contract/operation.ts';
import type { Tables } from '#database/tables.ts';
import { add, subtract } from '#domain/arithmetic.ts';
import { ZERO } from '#domain/decimal.ts';
import { inOrder, type SumLine } from '#domain/list-sums.ts';
import { lastMomentOfMillisecond } from '#domain/time.ts';
import { hasValues } from '../lists/list-query.ts';
import { listSums } from '../lists/list-sums.ts';
import { beginsWith, contains } from '../lists/text-search.ts';
import { withdrawalList } from './withdrawal-list.ts';

/** What is searched, as in the index `withdrawal_requests_search`. */
const searched = sql<string>`
    lower(request_id || E'\n' || external_id || E'\n' || coalesce(sender_wallet, '') || E'\n' || recipient_wallet)`;

const idsAndAddresses = ['request_id', 'sender_wallet', 'recipient_wallet'];

/** What of a query decides which requests match. */
export function matchingRequests(accountId: string, query: QueryOf<typeof sumWithdrawalRequests>) {
  const { network, currency, status, created_from: from, created_to: to, search, ...ids } = query;
  const { request_id, external_id, ...others } = ids;
  // A new parameter doesn't compile until it is used here: a filter that is ignored matches every row.
  others satisfies Record<string, never>;
  // Requests are shown with milliseconds: one that is shown at this very moment is within the range.
  const matching = { filters: { network, currency, status }, from, to: to && lastMomentOfMillisecond(to) };
  const where = hasValues({ request_id, external_id });
  if (search === undefined) return { ...matching, where };
  if (where !== undefined)
    return { ...matching, where: sql<SqlBool>`${where} and ${contains(searched, search)}` };
  return { ...matching, where: beginningOf(accountId, search), search: contains(searched, search) };
}

/**
 * Whether an ID or address begins with the text. False if a reference does: references are free text, so that the same
 * text may also be in the middle of others.
 */
function beginningOf(accountId: string, search: string): RawBuilder<SqlBool> | undefined {
  const ofId = beginsWith(idsAndAddresses, search);
  const ofReference = beginsWith(['external_id'], search);
  if (ofId === undefined || ofReference === undefined) return undefined;
  return sql<SqlBool>`(${ofId} and not exists (
    select from withdrawal_requests where account_id = ${accountId} and ${ofReference}))`;
}

/** The sums of all requests of an account that match, each status on its own. */
export async function sumRequestsOf(
  db: Kysely<Tables>,
  accountId: string,
  query: QueryOf<typeof sumWithdrawalRequests>,
): Promise<SumLine[]> {
  const matching = matchingRequests(accountId, query);
  const groups = await listSums(db, withdrawalList, { accountId, ...matching }, ['currency', 'status']);
  return inOrder(
    groups.map(({ group, rows, sums }) => {
      const { amount: requested = ZERO, fee: fees = ZERO, added_fee: added = ZERO } = sums;
      const debited = add(requested, added);
      return { group, rows, sums: { requested, fees, debited, recipients_get: subtract(debited, fees) } };
    }),
  );
}
