import { randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { BookClosesTable, BookVerificationsTable, LateBookingsTable } from '#database/close-tables.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Instant } from '#domain/time.ts';

export type Period = { from: Instant; to: Instant };

/** Who makes a change, and when. */
export type By = { by: string | null; at: Instant };

/** A close, its reopening, its last verification, and the numbers of its late bookings. */
export type CloseRow = BookClosesTable & {
  reason: string | null;
  reopened_at: Instant | null;
  reopened_by: string | null;
  verified: (Omit<BookVerificationsTable, 'close_id'> & { verified_at: Instant }) | null;
  drift: number;
  unexplained: number;
  known_late: number;
};

/** How often the account’s books were closed or reopened, and how far late bookings were looked for. */
export async function findBooks(
  db: Kysely<Tables>,
  accountId: string,
): Promise<{ version: number; searched_until: Instant } | undefined> {
  return await db
    .selectFrom('books')
    .select(['version', 'searched_until'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** The closes that nobody has reopened, in the order of their periods. */
export async function listActiveCloses(db: Kysely<Tables>, accountId: string): Promise<BookClosesTable[]> {
  return await db
    .selectFrom('book_closes as c')
    .selectAll('c')
    .where('c.account_id', '=', accountId)
    .leftJoin('book_reopenings as r', 'r.close_id', 'c.close_id')
    .where('r.close_id', 'is', null)
    .orderBy('c.version')
    .execute();
}

type Page = { from?: Instant | undefined; to?: Instant | undefined; limit: number; offset: number };

/** A page of the account’s closes that have a moment in common with the time, the latest first, and how many there are. */
export async function listCloses(
  db: Kysely<Tables>,
  accountId: string,
  { from, to, limit, offset }: Page,
): Promise<{ count: number; rows: CloseRow[] }> {
  let matching = db.selectFrom('book_closes').where('account_id', '=', accountId);
  if (from !== undefined) matching = matching.where('period_to', '>', from);
  if (to !== undefined) matching = matching.where('period_from', '<', to);
  const { count } = await matching
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .select('close_id')
    .orderBy('version', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    count,
    rows: await readCloses(
      db,
      accountId,
      rows.map(({ close_id: id }) => id),
    ),
  };
}

/** Undefined if the account has no such close. */
export async function findClose(
  db: Kysely<Tables>,
  accountId: string,
  closeId: string,
): Promise<CloseRow | undefined> {
  const [row] = await readCloses(db, accountId, [closeId]);
  return row;
}

async function readCloses(
  db: Kysely<Tables>,
  accountId: string,
  closeIds: readonly string[],
): Promise<CloseRow[]> {
  const { rows } = await sql<BookClosesTable & Omit<CloseRow, 'verified'>>`
    select c.*, r.reason, r.reopened_at, r.reopened_by, late.drift, late.unexplained, late.known_late
    from book_closes c
    left join book_reopenings r on r.close_id = c.close_id
    cross join lateral (
      select count(*) filter (where l.is_drift) as drift,
        count(*) filter (where l.is_drift and not exists (
          select from drift_notes n where n.close_id = l.close_id and n.posting_id = l.posting_id
        )) as unexplained,
        count(*) filter (where not l.is_drift) as known_late
      from late_bookings l where l.close_id = c.close_id
    ) late
    where c.account_id = ${accountId} and c.close_id = any(${[...closeIds]}::text[])
    order by c.version desc`.execute(db);
  const { rows: verifications } = await sql<BookVerificationsTable>`
    select distinct on (close_id) * from book_verifications
    where close_id = any(${[...closeIds]}::text[])
    order by close_id, verified_at desc`.execute(db);
  const verified = new Map(verifications.map((each) => [each.close_id, each]));
  return rows.map((row) => Object.assign(row, { verified: verified.get(row.close_id) ?? null }));
}

/** Drift of closed periods that nobody has explained; that of reopened ones isn’t drift any more. */
export async function countUnexplained(db: Kysely<Tables>, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from book_closes c join late_bookings l on l.close_id = c.close_id
    where c.account_id = ${accountId} and l.is_drift
      and not exists (select from book_reopenings r where r.close_id = c.close_id)
      and not exists (select from drift_notes n where n.close_id = l.close_id and n.posting_id = l.posting_id)
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Closed periods that weren’t as they were closed when they were last verified. */
export async function countChanged(db: Kysely<Tables>, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from book_closes c cross join lateral (
      select v.entries_hold and v.totals_hold as holds from book_verifications v
      where v.close_id = c.close_id order by v.verified_at desc limit 1
    ) last
    where c.account_id = ${accountId} and not last.holds
      and not exists (select from book_reopenings r where r.close_id = c.close_id)`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Records a close if the books still have the version that it was decided from. False: someone else was first. */
export async function insertClose(db: Kysely<Tables>, close: BookClosesTable): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    if (!(await raiseVersion(tx, close.account_id, close.version, close.period_to))) return false;
    await tx.insertInto('book_closes').values(close).execute();
    return true;
  });
}

/**
 * Records that the closes are reopened, if the books still have the version that it was decided from. False: someone
 * else was first.
 */
export async function reopenCloses(
  db: Kysely<Tables>,
  { accountId, version, closeIds }: { accountId: string; version: number; closeIds: readonly string[] },
  { reason, by, at }: By & { reason: string },
): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    if (!(await raiseVersion(tx, accountId, version, at))) return false;
    const rows = closeIds.map((id) => ({
      close_id: id,
      version,
      reason,
      reopened_at: at,
      reopened_by: by,
    }));
    await tx.insertInto('book_reopenings').values(rows).execute();
    return true;
  });
}

/** To this version from the one before it. What was booked from `searchFrom` on may be late, and is looked at again. */
async function raiseVersion(
  tx: Transaction<Tables>,
  accountId: string,
  version: number,
  searchFrom: Instant,
): Promise<boolean> {
  if (version === 1) {
    const inserted = await tx
      .insertInto('books')
      .values({ account_id: accountId, version, searched_until: searchFrom })
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .executeTakeFirst();
    return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }
  const updated = await tx
    .updateTable('books')
    .set({ version, searched_until: sql<Instant>`least(searched_until, ${searchFrom}::timestamptz)` })
    .where('account_id', '=', accountId)
    .where('version', '=', version - 1)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

export async function insertVerification(db: Kysely<Tables>, row: BookVerificationsTable): Promise<void> {
  await db.insertInto('book_verifications').values(row).execute();
}

/**
 * Stores late bookings that weren’t known, and how far they were looked for, unless a close since then has to be looked
 * at from an earlier moment on.
 */
export async function recordLateBookings(
  db: Kysely<Tables>,
  accountId: string,
  { version, until, found }: { version: number; until: Instant; found: readonly LateBookingsTable[] },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Parameters of one statement are counted.
    for (let first = 0; first < found.length; first += 1_000) {
      await tx
        .insertInto('late_bookings')
        .values(found.slice(first, first + 1_000))
        .onConflict((conflict) => conflict.columns(['close_id', 'posting_id']).doNothing())
        .execute();
    }
    await tx
      .updateTable('books')
      .set({ searched_until: until })
      .where('account_id', '=', accountId)
      .where('version', '=', version)
      .where('searched_until', '<', until)
      .execute();
  });
}

export type ExplainedBooking = LateBookingsTable & {
  notes: { note: string; by: string | null; at: Instant }[];
};

/** A page of the late bookings of a close in booking order, with what was said about them, and how many there are. */
export async function listLate(
  db: Kysely<Tables>,
  closeId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; rows: ExplainedBooking[] }> {
  const ofClose = db.selectFrom('late_bookings').where('close_id', '=', closeId);
  const { count } = await ofClose
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await ofClose
    .selectAll()
    .orderBy('booked_at')
    .orderBy('posting_id')
    .limit(limit)
    .offset(offset)
    .execute();
  const postingIds = rows.map(({ posting_id: id }) => id);
  const { rows: notes } = await sql<{ posting_id: string; note: string; by: string | null; at: Instant }>`
    select posting_id, note, noted_by as by, noted_at as at from drift_notes
    where close_id = ${closeId} and posting_id = any(${postingIds}::text[])
    order by noted_at, note_id`.execute(db);
  const byPosting = Map.groupBy(notes, ({ posting_id: id }) => id);
  return {
    count,
    rows: rows.map((row) =>
      Object.assign(row, {
        notes: (byPosting.get(row.posting_id) ?? []).map(({ note, by, at }) => ({ note, by, at })),
      }),
    ),
  };
}

/** Adds the explanation to each of the close’s late bookings. False, and nothing is added, if it lacks one of them. */
export async function insertNotes(
  db: Kysely<Tables>,
  { closeId, postingIds }: { closeId: string; postingIds: readonly string[] },
  { note, by, at }: By & { note: string },
): Promise<boolean> {
  const ids = [...new Set(postingIds)];
  return await inTransaction(db, async (tx) => {
    const known = await tx
      .selectFrom('late_bookings')
      .select('posting_id')
      .where('close_id', '=', closeId)
      .where('posting_id', 'in', ids)
      .execute();
    if (known.length < ids.length) return false;
    const rows = ids.map((postingId) => ({
      note_id: `note_${randomBytes(12).toString('hex')}`,
      close_id: closeId,
      posting_id: postingId,
      note,
      noted_at: at,
      noted_by: by,
    }));
    await tx.insertInto('drift_notes').values(rows).execute();
    return true;
  });
}
