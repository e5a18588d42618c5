import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { AuditLogStatus, listAuditLog } from '#contract/gateway/audit-log.ts';
import type { sumAuditLog } from '#contract/gateway/list-sums.ts';
import { visibleDetails } from '#contract/gateway/details-permission.ts';
import type { QueryOf } from '#contract/operation.ts';
import type { Permission } from '#contract/permissions.ts';
import type { AuditLogEntriesTable } from '#database/console-tables.ts';
import type { Tables } from '#database/tables.ts';
import { inOrder, type SumLine } from '#domain/list-sums.ts';

type ListQuery = QueryOf<typeof listAuditLog>;

/** Whose activity log is read, and by a key with which permissions: no search finds what the key may not see. */
export type AuditLogReader = { accountId: string; permissions: readonly Permission[] | null };

/** A request's row; those of its outcome are null if there is none. */
export type AuditLogRow = Omit<AuditLogEntriesTable, 'status' | 'error_message' | 'created_id'> & {
  http_status: number | null;
  error_message: string | null;
  created_id: string | null;
  outcome_session: string | null;
  outcome_salt: string | null;
  outcome_sequence: number | null;
  outcome_at: AuditLogEntriesTable['recorded_at'] | null;
  outcome_hash: string | null;
  outcome_previous_hash: string | null;
};

const conditionOf = {
  completed: sql<SqlBool>`outcome.status < 300`,
  rejected: sql<SqlBool>`outcome.status between 300 and 499`,
  failed: sql<SqlBool>`outcome.status >= 500`,
  unknown: sql<SqlBool>`outcome.status is null`,
} as const satisfies Record<AuditLogStatus, unknown>;

/** Gives the account's requests that match, in the order of time, and how many match in all. */
export async function listAuditLogRows(
  db: Kysely<Tables>,
  reader: AuditLogReader,
  query: ListQuery,
): Promise<{ count: number; rows: AuditLogRow[] }> {
  const matching = matchingRequests(db, reader, query);
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

/** How many of the account's requests match, by operation and status. */
export async function sumAuditLogRows(
  db: Kysely<Tables>,
  reader: AuditLogReader,
  query: QueryOf<typeof sumAuditLog>,
): Promise<SumLine[]> {
  const cases = Object.entries(conditionOf).map(
    ([status, condition]) => sql`when ${condition} then ${sql.lit(status)}`,
  );
  const groups = await matchingRequests(db, reader, query)
    .select([
      'request.operation',
      sql<string>`case ${sql.join(cases, sql` `)} end`.as('result'),
      (select) => select.fn.countAll<number>().as('rows'),
    ])
    .groupBy(['request.operation', sql.ref('result')])
    .execute();
  return inOrder(
    groups.map(({ operation, result: status, rows }) => ({ group: { operation, status }, rows, sums: {} })),
  );
}

/**
 * The account's requests of these operations that contain one of the texts, the earliest first; only those of which the
 * key may see the details.
 */
export async function listRequestsAbout(
  db: Kysely<Tables>,
  reader: AuditLogReader,
  { operations, texts, most }: { operations: readonly string[]; texts: readonly string[]; most: number },
): Promise<AuditLogRow[]> {
  const visible = visibleTo(reader);
  return await requestsOf(db, reader.accountId)
    .where('request.operation', 'in', operations)
    .where(visible)
    .where((where) => where.or(texts.map((text) => named(text, visible))))
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
  'outcome.session as outcome_session',
  'outcome.salt as outcome_salt',
  'outcome.sequence as outcome_sequence',
  'outcome.recorded_at as outcome_at',
  'outcome.hash as outcome_hash',
  'outcome.previous_hash as outcome_previous_hash',
] as const;

/** Whether the text occurs in the request's id, or in the visible part of its details and outcome. */
function named(text: string, visible: RawBuilder<SqlBool>) {
  return sql<SqlBool>`position(lower(${text}) in lower(concat_ws(' ', request.request_id,
    case when ${visible} then concat_ws(' ', request.subject, outcome.created_id, request.details) end))) > 0`;
}

/** Whether the key may see the details: by the permission that the entry has, else by its operation's. */
function visibleTo(reader: AuditLogReader): RawBuilder<SqlBool> {
  const visible = visibleDetails(reader);
  if (visible === 'all') return sql<SqlBool>`true`;
  return sql<SqlBool>`(request.details_permission = any(${visible.permissions}::text[])
    or (request.details_permission is null and request.operation = any(${visible.operations}::text[])))`;
}

function requestsOf(db: Kysely<Tables>, accountId: string) {
  return db
    .selectFrom('audit_log_entries as request')
    .leftJoin('audit_log_entries as outcome', (join) =>
      join
        .onRef('outcome.account_id', '=', 'request.account_id')
        .onRef('outcome.outcome_of', '=', 'request.sequence'),
    )
    .where('request.account_id', '=', accountId)
    .where('request.outcome_of', 'is', null);
}

function matchingRequests(db: Kysely<Tables>, reader: AuditLogReader, query: QueryOf<typeof sumAuditLog>) {
  const { created_from: from, created_to: to, operation, key, status, sequence, search } = query;
  let matching = requestsOf(db, reader.accountId);
  if (from !== undefined) matching = matching.where('request.recorded_at', '>=', from);
  if (to !== undefined) matching = matching.where('request.recorded_at', '<=', to);
  if (operation !== undefined) matching = matching.where('request.operation', '=', operation);
  if (sequence !== undefined) matching = matching.where('request.sequence', '=', sequence);
  if (status !== undefined) matching = matching.where(conditionOf[status]);
  if (key !== undefined) {
    matching = matching.where((where) =>
      where.or([
        where('request.key_fingerprint', '=', key),
        where('request.key_name', '=', key),
        where('request.user_id', '=', key),
        where('request.user_name', '=', key),
      ]),
    );
  }
  if (search !== undefined) matching = matching.where(named(search, visibleTo(reader)));
  return matching;
}
