import { type Kysely, type RawBuilder, sql } from 'kysely';
import { prepare } from '#database/preparing-client.ts';
import { readUnlessChanged } from '#database/read-unless-changed.ts';
import type { Tables } from '#database/tables.ts';
import { addMs, type Instant } from '#domain/time.ts';

/** Rows that wait for work: in a table that has them anyway, with the moment from which each is due. */
type DueRows<Table extends keyof Tables> = {
  table: Table;
  id: keyof Tables[Table] & string;
  /** Null where nothing is to be done. A claim sets it to the end of its lease. */
  due: keyof Tables[Table] & string;
  /**
   * Grows with each claim, so that a process that took too long and was replaced can't write any more. Left out where
   * each step checks under a lock of its own that nothing is done twice.
   */
  version?: keyof Tables[Table] & string;
  /** Which rows. */
  where?: RawBuilder<unknown>;
  /** What a claim changes as well; `claimed` is the row before. */
  set?: RawBuilder<unknown>;
};

type Claim = {
  most: number;
  atHand: readonly string[];
  now: Instant;
  /** How long the claim excludes others. Longer than the work takes: after it, the row is claimed again. */
  leaseMs: number;
};

/** Whether a row is due that isn't at hand. */
export async function isAnyDue<Table extends keyof Tables>(
  db: Kysely<Tables>,
  { table, id, due, where = sql`true` }: DueRows<Table>,
  { atHand, now }: Pick<Claim, 'atHand' | 'now'>,
): Promise<boolean> {
  // The order keeps the plan to the index.
  const earliest = sql<{ due_at: Instant }>`
    select ${prepare} ${sql.ref(due)} as due_at from ${sql.table(table)}
    where ${sql.ref(due)} is not null and ${where} and ${notAmong(id, atHand)}
    order by ${sql.ref(due)} limit 1`;
  const [first] = await readUnlessChanged(db, earliest.compile(db));
  return first !== undefined && first.due_at <= now;
}

/** Claims rows that are due, those that wait longest first. Of several processes, one gets each. */
export async function claimDue<Table extends keyof Tables>(
  db: Kysely<Tables>,
  dueRows: DueRows<Table>,
  claim: Claim,
): Promise<Tables[Table][]> {
  // Mostly nothing is due, and planning a claim takes longer than looking.
  if (!(await isAnyDue(db, dueRows, claim))) return [];
  const { table, id, due, version, where = sql`true`, set } = dueRows;
  const { most, atHand, now, leaseMs } = claim;
  const changes = [
    sql`${sql.ref(due)} = ${addMs(now, leaseMs)}::timestamptz`,
    ...(version === undefined ? [] : [sql`${sql.ref(version)} = claimed.${sql.ref(version)} + 1`]),
    ...(set === undefined ? [] : [set]),
  ];
  const { rows } = await sql<Tables[Table]>`
    with due as (
      select ${sql.ref(id)} as due_id from ${sql.table(table)}
      where ${sql.ref(due)} <= ${now}::timestamptz and ${where} and ${notAmong(id, atHand)}
      order by ${sql.ref(due)}, ${sql.ref(id)}
      limit ${most}
      for update skip locked
    )
    update ${sql.table(table)} as claimed set ${sql.join(changes)}
    from due where claimed.${sql.ref(id)} = due.due_id
    returning claimed.*`.execute(db);
  return rows;
}

function notAmong(id: string, atHand: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(id)} <> all(${[...atHand]}::text[])`;
}
