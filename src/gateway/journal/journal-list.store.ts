import { type Kysely, sql, type SqlBool } from 'kysely';
import type { JournalStatus, listJournal } from '#contract/gateway/journal.ts';
import type { QueryOf } from '#contract/operation.ts';
import type { JournalEntriesTable } from '#database/console-tables.ts';
import type { Tables } from '#database/tables.ts';

type ListQuery = QueryOf<typeof listJournal>;

/** A request's row; those of its outcome are null where there is none. */
export type JournalRow = Omit<JournalEntriesTable, 'status' | 'error_message' | 'created_id'> & {
  http_status: number | null;
  error_message: string | null;
  created_id: string | null;
  outcome_sequence: number | null;
  outcome_at: JournalEntriesTable['recorded_at'] | null;
  outcome_hash: string | null;
  outcome_previous_hash: string | null;
};

const conditionOf = {
  completed: sql<SqlBool>`outcome.status < 300`,
  rejected: sql<SqlBool>`outcome.status between 300 and 499`,
  failed: sql<SqlBool>`outcome.status >= 500`,
  unknown: sql<SqlBool>`outcome.status is null`,
} as const satisfies Record<JournalStatus, unknown>;

/** Gives the account's requests that match, in the order of time, and how many match in all. */
export async function listJournalRows(
  db: Kysely<Tables>,
  accountId: string,
  query: ListQuery,
): Promise<{ count: number; rows: JournalRow[] }> {
  const matching = matchingRequests(db, accountId, query);
  const { count } = await matching
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll('request')
    .select(ofOutcome)
    .orderBy('request.recorded_at', query.sort_direction)
    .orderBy('request.sequence', query.sort_direction)
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  return { count, rows };
}

/** The account's requests of these operations in which one of the texts stands, the earliest first. */
export async function listRequestsAbout(
  db: Kysely<Tables>,
  accountId: string,
  { operations, texts, most }: { operations: readonly string[]; texts: readonly string[]; most: number },
): Promise<JournalRow[]> {
  return await requestsOf(db, accountId)
    .where('request.operation', 'in', operations)
    .where((where) => where.or(texts.map(named)))
    .selectAll('request')
    .select(ofOutcome)
    .orderBy('request.sequence')
    .limit(most)
    .execute();
}

const ofOutcome = [
  'outcome.status as http_status',
  'outcome.error_message',
  'outcome.created_id',
  'outcome.sequence as outcome_sequence',
  'outcome.recorded_at as outcome_at',
  'outcome.hash as outcome_hash',
  'outcome.previous_hash as outcome_previous_hash',
] as const;

/** Whether the text stands in what the request was about, in what was asked, or in what came of it. */
function named(text: string) {
  return sql<SqlBool>`position(lower(${text}) in lower(concat_ws(' ', request.subject, outcome.created_id,
    request.request_id, request.details))) > 0`;
}

function requestsOf(db: Kysely<Tables>, accountId: string) {
  return db
    .selectFrom('journal_entries as request')
    .leftJoin('journal_entries as outcome', (join) =>
      join
        .onRef('outcome.account_id', '=', 'request.account_id')
        .onRef('outcome.outcome_of', '=', 'request.sequence'),
    )
    .where('request.account_id', '=', accountId)
    .where('request.outcome_of', 'is', null);
}

function matchingRequests(db: Kysely<Tables>, accountId: string, query: ListQuery) {
  const { created_from: from, created_to: to, operation, key, status, sequence, search } = query;
  let matching = requestsOf(db, accountId);
  if (from !== undefined) matching = matching.where('request.recorded_at', '>=', from);
  if (to !== undefined) matching = matching.where('request.recorded_at', '<=', to);
  if (operation !== undefined) matching = matching.where('request.operation', '=', operation);
  if (sequence !== undefined) matching = matching.where('request.sequence', '=', sequence);
  if (status !== undefined) matching = matching.where(conditionOf[status]);
  if (key !== undefined) {
    matching = matching.where((where) =>
      where.or([where('request.key_fingerprint', '=', key), where('request.key_name', '=', key)]),
    );
  }
  if (search !== undefined) matching = matching.where(named(search));
  return matching;
}
