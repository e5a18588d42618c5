import { randomBytes } from 'node:crypto';
import { type Kysely, sql, type UpdateObject } from 'kysely';
import { FILE_DAYS, mostWaitingFiles } from '#contract/gateway/statement-files.ts';
import type { ReportSchedulesTable, StatementFilesTable } from '#database/book-tables.ts';
import type { StatementPart } from '#contract/gateway/statement-part.ts';
import type { Tables } from '#database/tables.ts';
import { addMs, type Clock, type Instant } from '#domain/time.ts';
import { claimDue, isAnyDue } from '#jobs/claim-due.ts';

export type StoredFile = StatementFilesTable;

/** The part of the account that a file covers; empty: all of it. */
export function partOf(file: StoredFile): StatementPart {
  return {
    ...(file.part_type !== null && { type: file.part_type }),
    ...(file.part_network !== null && { network: file.part_network }),
    ...(file.part_currency !== null && { currency: file.part_currency }),
    ...(file.part_wallet !== null && { wallet: file.part_wallet }),
  };
}

/** What names a claim of a file: a process whose claim has ended changes nothing any more. */
export type FileClaim = Pick<StoredFile, 'file_id' | 'lease_version'>;

type NewFile = Pick<
  StoredFile,
  | 'file_id'
  | 'account_id'
  | 'format'
  | 'with_entries'
  | 'period_from'
  | 'period_to'
  | 'as_of'
  | 'time_zone'
  | 'requested_at'
  | 'user_id'
  | 'requested_by'
  | 'provider_statement'
> & { idempotency_key: string; part: StatementPart; dueAt: Instant };

const KEPT_MS = FILE_DAYS * 24 * 3_600_000;
/** How often a file is begun: one that ends the process each time must not do so forever. */
const mostAttempts = 3;
/** When one of a schedule that has failed is begun again: nobody is there who would request it once more. */
const RETRY_FAILED_MS = 3_600_000;

export const newFileId = () => `file_${randomBytes(12).toString('hex')}`;

/** Stores the request. Returns the file that was requested with the same key before, where there is one. */
export async function insertFile(
  db: Kysely<Tables>,
  { part, dueAt, ...file }: NewFile,
): Promise<{ file: StoredFile; isNew: boolean }> {
  const inserted = await db
    .insertInto('statement_files')
    .values({
      ...file,
      ...newlyWaiting(file.requested_at, dueAt),
      part_type: part.type ?? null,
      part_network: part.network ?? null,
      part_currency: part.currency ?? null,
      part_wallet: part.wallet ?? null,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'idempotency_key']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted !== undefined) return { file: inserted, isNew: true };
  const found = await findRequestedFile(db, file);
  if (found === undefined) throw new Error('The file that was requested with the same key is gone.');
  return { file: found, isNew: false };
}

/** The file that was requested with this key; undefined if none was. */
export async function findRequestedFile(
  db: Kysely<Tables>,
  request: Pick<NewFile, 'account_id' | 'idempotency_key'>,
): Promise<StoredFile | undefined> {
  return await db
    .selectFrom('statement_files')
    .selectAll()
    .where('account_id', '=', request.account_id)
    .where('idempotency_key', '=', request.idempotency_key)
    .executeTakeFirst();
}

const newlyWaiting = (requestedAt: Instant, dueAt: Instant) =>
  ({
    state: 'waiting',
    next_at: dueAt,
    lease_version: 0,
    attempts: 0,
    rows_done: 0,
    expires_at: addMs(requestedAt, KEPT_MS),
  }) as const;

type Scheduled = {
  schedule: ReportSchedulesTable;
  period: { from: Instant; to: Instant };
  now: Instant;
};

/** Requests the file of a schedule's period, unless it was requested before. */
export async function insertScheduledFile(
  db: Kysely<Tables>,
  { schedule, period, now }: Scheduled,
): Promise<void> {
  await db
    .insertInto('statement_files')
    .values({
      ...newlyWaiting(now, now),
      file_id: newFileId(),
      account_id: schedule.account_id,
      report: schedule.report,
      schedule_id: schedule.schedule_id,
      scheduled_at: schedule.created_at,
      format: schedule.format,
      with_entries: false,
      period_from: period.from,
      period_to: period.to,
      as_of: period.to,
      time_zone: schedule.time_zone,
      requested_at: now,
      user_id: schedule.user_id,
      requested_by: schedule.created_by,
    })
    .onConflict((conflict) => conflict.columns(['schedule_id', 'period_from']).doNothing())
    .execute();
}

/** Whether the account has as many files in progress as it may request. Those of schedules don't count. */
export async function hasManyWaiting(db: Kysely<Tables>, accountId: string): Promise<boolean> {
  const waiting = await db
    .selectFrom('statement_files')
    .select('file_id')
    .where('account_id', '=', accountId)
    .where('next_at', 'is not', null)
    .where('schedule_id', 'is', null)
    .limit(mostWaitingFiles)
    .execute();
  return waiting.length === mostWaitingFiles;
}

/** One page of the account's files, newest first, and how many there are on all pages. */
export async function listFiles(
  db: Kysely<Tables>,
  accountId: string,
  { id, limit, offset, now }: { id?: string | undefined; limit: number; offset: number; now: Instant },
): Promise<{ count: number; files: StoredFile[] }> {
  let found = db
    .selectFrom('statement_files')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now);
  if (id !== undefined) found = found.where('file_id', '=', id);
  const { count } = await found
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const files = await found
    .selectAll()
    .orderBy('requested_at', 'desc')
    .orderBy('file_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, files };
}

/** A file that can be downloaded; undefined if the account has none with this ID. */
export async function findReadyFile(
  db: Kysely<Tables>,
  { accountId, id, now }: { accountId: string; id: string; now: Instant },
): Promise<StoredFile | undefined> {
  return await db
    .selectFrom('statement_files')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('file_id', '=', id)
    .where('state', '=', 'ready')
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** The content of a file, part by part. Throws if one is missing, for instance because it was just deleted. */
export async function* readParts(
  db: Kysely<Tables>,
  { file_id: id, lease_version: version, bytes }: FileClaim & Pick<StoredFile, 'bytes'>,
): AsyncGenerator<Buffer> {
  let left = bytes ?? 0;
  for (let number = 0; left > 0; number += 1) {
    const part = await db
      .selectFrom('statement_file_parts')
      .select('content')
      .where('file_id', '=', id)
      .where('lease_version', '=', version)
      .where('number', '=', number)
      .executeTakeFirst();
    if (part === undefined) throw new Error(`Part ${number} of the file ${id} is missing.`);
    left -= part.content.length;
    yield part.content;
  }
}

type Claim = { most: number; atHand: readonly string[]; now: Instant; leaseMs: number };

/** Claims files that are due. One that was begun too often without an end has failed. */
export async function claimFiles(db: Kysely<Tables>, claim: Claim): Promise<StoredFile[]> {
  const files = { table: 'statement_files', id: 'file_id', due: 'next_at' } as const;
  if (!(await isAnyDue(db, files, claim))) return [];
  const lost = await db
    .updateTable('statement_files')
    .set({
      ...failed(claim.now),
      failure: sql`${`The server stopped ${mostAttempts} times while it made this file. `}::text || case when ${isScheduled}
        then ${askAgain.scheduled}::text else ${askAgain.requested}::text end`,
    })
    .where('next_at', '<=', claim.now)
    .where('attempts', '>=', mostAttempts)
    .where('file_id', 'not in', ['', ...claim.atHand])
    .returning(['file_id', 'lease_version'])
    .execute();
  for (const file of lost) await deleteParts(db, file, 'all');
  return await claimDue(
    db,
    {
      ...files,
      version: 'lease_version',
      where: sql`attempts < ${mostAttempts}`,
      set: sql`state = 'working', attempts = claimed.attempts + 1, rows_done = 0`,
    },
    claim,
  );
}

/** Stores how far the file is, and holds the claim until `leaseEnd`. False: another process has the file now. */
export async function recordProgress(
  db: Kysely<Tables>,
  claim: FileClaim,
  progress: { rows_done: number; rows_total: number | null; leaseEnd: Instant },
): Promise<boolean> {
  const { leaseEnd, ...rows } = progress;
  return await changeClaimed(db, claim, { ...rows, next_at: leaseEnd });
}

/** Stores a part. Those of an earlier claim have another version, so they never mix. */
export async function insertPart(
  db: Kysely<Tables>,
  { file_id, lease_version }: FileClaim,
  { number, content }: { number: number; content: Uint8Array },
): Promise<void> {
  await db
    .insertInto('statement_file_parts')
    .values({ file_id, lease_version, number, content: Buffer.from(content) })
    .execute();
}

type Finished = Pick<
  StoredFile,
  'name' | 'bytes' | 'sha256' | 'rows_sha256' | 'entries_sha256' | 'rows_done'
>;

/** The file is whole. False: another process has it now. */
export async function finishFile(
  db: Kysely<Tables>,
  claim: FileClaim,
  { now, ...file }: Finished & { now: Instant },
): Promise<boolean> {
  const isMine = await changeClaimed(db, claim, {
    ...file,
    state: 'ready',
    next_at: null,
    failure: null,
    ended_at: now,
  });
  await deleteParts(db, claim, isMine ? 'of others' : 'own');
  return isMine;
}

/** The file can't be made, at least for now: that of a schedule is begun again in a while. */
export async function failFile(
  db: Kysely<Tables>,
  claim: FileClaim,
  { failure, now }: { failure: string; now: Instant },
): Promise<void> {
  await changeClaimed(db, claim, { ...failed(now), failure });
  await deleteParts(db, claim, 'own');
}

/** Gives the file back, to be begun again at `dueAt`. `isCounted`: as one of its attempts. */
export async function releaseFile(
  db: Kysely<Tables>,
  claim: FileClaim & Pick<StoredFile, 'attempts'>,
  { dueAt, isCounted }: { dueAt: Instant; isCounted: boolean },
): Promise<void> {
  const attempts = isCounted ? claim.attempts : claim.attempts - 1;
  await changeClaimed(db, claim, { state: 'waiting', next_at: dueAt, attempts });
  await deleteParts(db, claim, 'own');
}

/** Whether the file has been begun as often as it may be. */
export function isLastAttempt({ attempts }: Pick<StoredFile, 'attempts'>): boolean {
  return attempts >= mostAttempts;
}

/** Deletes files a year after they were requested. */
export function createFileCleanup(db: Kysely<Tables>, now: Clock): () => Promise<void> {
  return async () => {
    await db.deleteFrom('statement_files').where('expires_at', '<=', now()).execute();
  };
}

/** What whoever waits for a file that has failed is told to do. */
export const askAgain = {
  requested: 'Request the file again, and tell your administrator if it happens again.',
  scheduled: 'It is tried again every hour. Tell your administrator if it goes on.',
} as const;

const isScheduled = sql`schedule_id is not null`;

const failed = (now: Instant) => ({
  state: 'failed' as const,
  next_at: sql<Instant>`case when ${isScheduled} then ${addMs(now, RETRY_FAILED_MS)}::timestamptz end`,
  attempts: sql<number>`case when ${isScheduled} then 0 else attempts end`,
  ended_at: now,
});

async function changeClaimed(
  db: Kysely<Tables>,
  { file_id: id, lease_version: version }: FileClaim,
  changes: UpdateObject<Tables, 'statement_files'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('statement_files')
    .set(changes)
    .where('file_id', '=', id)
    .where('lease_version', '=', version)
    .where('state', '=', 'working')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** `of others`: what earlier attempts left behind. */
async function deleteParts(
  db: Kysely<Tables>,
  { file_id: id, lease_version: version }: FileClaim,
  whose: 'own' | 'of others' | 'all',
): Promise<void> {
  const parts = db.deleteFrom('statement_file_parts').where('file_id', '=', id);
  const deleted =
    whose === 'all' ? parts : parts.where('lease_version', whose === 'own' ? '=' : '<>', version);
  await deleted.execute();
}
