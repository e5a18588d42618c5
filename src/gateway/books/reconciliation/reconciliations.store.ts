import { type Kysely, sql } from 'kysely';
import { MOST_WAITING_RECONCILIATIONS } from '#contract/gateway/reconciliations.ts';
import type { ReconciliationNotesTable, ReconciliationsTable } from '#database/reconciliation-tables.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Instant } from '#domain/time.ts';
import { claimDue } from '#jobs/claim-due.ts';

export type StoredReconciliation = ReconciliationsTable;

/** What names a claim: a process whose claim has ended changes nothing any more. */
export type Claimed = Pick<StoredReconciliation, 'reconciliation_id' | 'lease_version'>;

type New = Omit<
  StoredReconciliation,
  'state' | 'next_at' | 'lease_version' | 'attempts' | 'failure' | 'summary'
> & { dueAt: Instant };

type NewFile = { content: Buffer; provider_lines: Buffer | null; unreadable_rows: number };

/** Stores the request, its file and, under a name, its mapping. */
export async function insertReconciliation(
  db: Kysely<Tables>,
  { dueAt, ...reconciliation }: New,
  file: NewFile,
  mappingName: string | null,
): Promise<StoredReconciliation> {
  const { account_id: accountId, reconciliation_id: id, mapping, as_of: at } = reconciliation;
  return await inTransaction(db, async (tx) => {
    const stored = await tx
      .insertInto('reconciliations')
      .values({ ...reconciliation, state: 'waiting', next_at: dueAt, lease_version: 0, attempts: 0 })
      .returningAll()
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('reconciliation_files')
      .values({ reconciliation_id: id, ...file })
      .execute();
    if (mappingName !== null) {
      await tx
        .insertInto('reconciliation_mappings')
        .values({ account_id: accountId, name: mappingName, mapping, saved_at: at })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'name']).doUpdateSet({ mapping, saved_at: at }),
        )
        .execute();
    }
    return stored;
  });
}

/** Whether the account has as many in progress as it may. Counted without a lock: a few more do no harm. */
export async function areManyWaiting(db: Kysely<Tables>, accountId: string): Promise<boolean> {
  const waiting = await db
    .selectFrom('reconciliations')
    .select('reconciliation_id')
    .where('account_id', '=', accountId)
    .where('next_at', 'is not', null)
    .limit(MOST_WAITING_RECONCILIATIONS)
    .execute();
  return waiting.length === MOST_WAITING_RECONCILIATIONS;
}

/** A page of the account’s reconciliations, newest first, and how many there are on all pages. */
export async function listStored(
  db: Kysely<Tables>,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; rows: StoredReconciliation[] }> {
  const found = db.selectFrom('reconciliations').where('account_id', '=', accountId);
  const { count } = await found
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy('as_of', 'desc')
    .orderBy('reconciliation_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, rows };
}

export async function findStored(
  db: Kysely<Tables>,
  accountId: string,
  id: string,
): Promise<StoredReconciliation | undefined> {
  return await db
    .selectFrom('reconciliations')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('reconciliation_id', '=', id)
    .executeTakeFirst();
}

/** How many lines that don’t match are resolved, by reconciliation. */
export async function countResolved(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select r.reconciliation_id as id, count(*) as count
    from reconciliations r
    join (
      select distinct on (series_id, line_key) series_id, line_key, action
      from reconciliation_notes
      where action <> 'note' and series_id in (
        select series_id from reconciliations where reconciliation_id = any(${[...ids]}::text[])
      )
      order by series_id, line_key, number desc
    ) as n on n.series_id = r.series_id and n.action = 'resolve'
    join reconciliation_lines l on l.reconciliation_id = r.reconciliation_id
      and l.lease_version = r.lease_version and l.line_key = n.line_key and l.kind <> 'matched'
    where r.reconciliation_id = any(${[...ids]}::text[])
    group by r.reconciliation_id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

export type StoredLine = { number: number; kind: string; line_key: string; content: string };

type LinePage = { kind?: string | undefined; after?: number | undefined; limit: number; offset: number };

/** A page of its lines in their order, and how many match in all. */
export async function listStoredLines(
  db: Kysely<Tables>,
  { reconciliation_id: id, lease_version: version }: Claimed,
  { kind, after = 0, limit, offset }: LinePage,
): Promise<{ count: number; lines: StoredLine[] }> {
  let found = db
    .selectFrom('reconciliation_lines')
    .where('reconciliation_id', '=', id)
    .where('lease_version', '=', version);
  if (kind !== undefined) found = found.where('kind', '=', kind);
  const { count } = await found
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const lines = await found
    .select(['number', 'kind', 'line_key', 'content'])
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, lines };
}

export async function findStoredLine(
  db: Kysely<Tables>,
  { reconciliation_id: id, lease_version: version }: Claimed,
  number: number,
): Promise<StoredLine | undefined> {
  return await db
    .selectFrom('reconciliation_lines')
    .select(['number', 'kind', 'line_key', 'content'])
    .where('reconciliation_id', '=', id)
    .where('lease_version', '=', version)
    .where('number', '=', number)
    .executeTakeFirst();
}

export type StoredNote = ReconciliationNotesTable;

/** The notes of these lines, oldest first. */
export async function listNotes(
  db: Kysely<Tables>,
  seriesId: string,
  keys: readonly string[],
): Promise<StoredNote[]> {
  if (keys.length === 0) return [];
  return await db
    .selectFrom('reconciliation_notes')
    .selectAll()
    .where('series_id', '=', seriesId)
    .where('line_key', 'in', keys)
    .orderBy('line_key')
    .orderBy('number')
    .execute();
}

/** Throws a unique violation if someone else noted something on the line meanwhile. */
export async function insertNote(db: Kysely<Tables>, note: StoredNote): Promise<void> {
  await db.insertInto('reconciliation_notes').values(note).execute();
}

/** How often one is begun: what ends the process each time must not do so forever. */
const MOST_ATTEMPTS = 3;

export function isLastAttempt({ attempts }: Pick<StoredReconciliation, 'attempts'>): boolean {
  return attempts >= MOST_ATTEMPTS;
}

type Claim = { most: number; atHand: readonly string[]; now: Instant; leaseMs: number };

export async function claimReconciliations(
  db: Kysely<Tables>,
  claim: Claim,
): Promise<StoredReconciliation[]> {
  return await claimDue(
    db,
    {
      table: 'reconciliations',
      id: 'reconciliation_id',
      due: 'next_at',
      version: 'lease_version',
      set: sql`state = 'working', attempts = claimed.attempts + 1`,
    },
    claim,
  );
}

/** Keeps the claim. False if another process has it. */
export async function extendClaim(
  db: Kysely<Tables>,
  { reconciliation_id: id, lease_version: version }: Claimed,
  leaseEnd: Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reconciliations')
    .set({ next_at: leaseEnd })
    .where('reconciliation_id', '=', id)
    .where('lease_version', '=', version)
    .where('state', '=', 'working')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives the claim back, to be begun again. */
export async function releaseClaim(
  db: Kysely<Tables>,
  { reconciliation_id: id, lease_version: version }: Claimed,
  { dueAt, isCounted }: { dueAt: Instant; isCounted: boolean },
): Promise<void> {
  await db
    .updateTable('reconciliations')
    .set((update) => ({
      state: 'waiting',
      next_at: dueAt,
      attempts: isCounted ? update.ref('attempts') : update('attempts', '-', 1),
    }))
    .where('reconciliation_id', '=', id)
    .where('lease_version', '=', version)
    .execute();
}

export async function findFile(db: Kysely<Tables>, { reconciliation_id: id }: Claimed): Promise<NewFile> {
  return await db
    .selectFrom('reconciliation_files')
    .select(['content', 'provider_lines', 'unreadable_rows'])
    .where('reconciliation_id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Stores lines, which belong to the reconciliation once it has ended with this claim. `rows`: JSON. */
export async function insertLines(
  db: Kysely<Tables>,
  { reconciliation_id: id, lease_version: version }: Claimed,
  rows: string,
): Promise<void> {
  await sql`
    insert into reconciliation_lines (reconciliation_id, lease_version, number, kind, line_key, content)
    select ${id}, ${version}::integer, r.number, r.kind, r.line_key, r.content
    from json_to_recordset(${rows}::json) as r (number integer, kind text, line_key text, content text)
  `.execute(db);
}

type End = { state: 'ready'; summary: string } | { state: 'failed'; failure: string };

/** Ends it, unless another process has claimed it, and forgets its file and the lines of earlier attempts. */
export async function endReconciliation(
  db: Kysely<Tables>,
  { reconciliation_id: id, lease_version: version }: Claimed,
  end: End,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('reconciliations')
      .set({ ...end, next_at: null })
      .where('reconciliation_id', '=', id)
      .where('lease_version', '=', version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await tx.deleteFrom('reconciliation_files').where('reconciliation_id', '=', id).execute();
    await tx
      .deleteFrom('reconciliation_lines')
      .where('reconciliation_id', '=', id)
      .where('lease_version', '<', version)
      .execute();
  });
}
