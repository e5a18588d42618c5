import { randomBytes } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import { addMs, type Instant } from '#domain/time.ts';
import { readUnlessChanged } from '#database/read-unless-changed.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Tables } from '#database/tables.ts';
import { now } from '#domain/clock.ts';
import { type SumPosition, sumFromFirst, sumNextEntries } from './checkpoints.ts';
import { expectFaults, type NewFault, recordFaults, resolveFaults } from './faults.store.ts';
import { type WalkName, walkNames } from './rules/rule.ts';
import { ledgerRules } from './rules/rules.ts';
import { mostOf, nextKeys, type Scope } from './walks.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long after its beginning a round is followed by the next one. */
export const intervalMs = { current: 60_000, history: dayMs } as const satisfies Record<Scope, number>;
/** The aim for a step's duration, because the embedded database answers no other query in the meantime. */
const stepMs = 40;
const mostEntries = 20_000;
const firstSize = 50;

/** Where a round continues. Stored in the database, so that another process or the next start continues it. */
type Position = {
  round: string;
  startedAt: Instant;
  /** How far adding up entries has got; null: it is done, or this round doesn't do it. */
  sum: SumPosition | null;
  walk: WalkName;
  after: string;
  /** How many rows the next step looks at. */
  size: number;
};

export type Step = {
  /** `waiting`: nothing is due, or another process is doing it. */
  outcome: 'waiting' | 'continues' | 'finished';
  /** Faults that were not known before. */
  found: readonly NewFault[];
};

/**
 * Does the next step of a round, if it is due: looks at some rows, writes down what is wrong with them and where
 * the next step begins, all in one transaction that only one process is in. `isAtOnce` doesn't wait for the time.
 */
export async function checkNext(
  db: Kysely<Tables>,
  scope: Scope,
  { isAtOnce = false, pauseShare = 0 }: { isAtOnce?: boolean; pauseShare?: number } = {},
): Promise<Step> {
  return await inTransaction(db, async (tx) => {
    const state = await tx
      .selectFrom('ledger_checks')
      .select(['next_at', 'position'])
      .where('scope', '=', scope)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (state === undefined || (!isAtOnce && state.next_at > now())) return { outcome: 'waiting', found: [] };
    const position =
      state.position === null
        ? await beginRound(tx, scope)
        : // Written by `writePosition`, by a version of the program with the same walks.
          (JSON.parse(state.position) as Position);

    const begun = performance.now();
    const { next, found } = await takeStep(tx, scope, position);
    const fresh = await recordFaults(tx, found);
    const tookMs = performance.now() - begun;

    if (next !== undefined) {
      const size = sizeAfter(next, tookMs);
      await writePosition(tx, scope, { ...next, size }, addMs(now(), tookMs * pauseShare));
      return { outcome: 'continues', found: fresh };
    }
    await endRound(tx, scope, position);
    return { outcome: 'finished', found: fresh };
  });
}

/** A whole round without pauses: what is left of one that has started, and then one from its beginning. */
export async function checkRound(db: Kysely<Tables>, scope: Scope): Promise<NewFault[]> {
  await ensureState(db, scope);
  await db.updateTable('ledger_checks').set({ position: null }).where('scope', '=', scope).execute();
  const all: NewFault[] = [];
  for (;;) {
    const { outcome, found } = await checkNext(db, scope, { isAtOnce: true });
    all.push(...found);
    if (outcome === 'finished') return all;
  }
}

/** When the next step is due. Undefined before the first one, which is due from then on. */
export async function nextStepAt(db: Kysely<Tables>, scope: Scope): Promise<Instant | undefined> {
  const query = db.selectFrom('ledger_checks').select('next_at').where('scope', '=', scope);
  const [state] = await readUnlessChanged(db, query.compile());
  if (state === undefined) await ensureState(db, scope);
  return state?.next_at;
}

async function ensureState(db: Kysely<Tables>, scope: Scope): Promise<void> {
  await db
    .insertInto('ledger_checks')
    .values({ scope, next_at: now(), position: null, finished_at: null, started_at: null })
    .onConflict((conflict) => conflict.column('scope').doNothing())
    .execute();
}

async function beginRound(tx: Transaction<Tables>, scope: Scope): Promise<Position> {
  const startedAt = now();
  const round = randomBytes(12).toString('hex');
  if (scope === 'current') await expectFaults(tx, round);
  await tx.updateTable('ledger_checks').set({ started_at: startedAt }).where('scope', '=', scope).execute();
  // Movements that began before are committed by then: sums up to that moment don't change any more.
  const until = addMs(startedAt, -hourMs);
  const isSumming = scope === 'history' || !(await hasCheckpoints(tx));
  const sum = isSumming ? sumFromFirst(until) : null;
  return { round, startedAt, sum, walk: walkNames[0], after: '', size: firstSize };
}

async function hasCheckpoints(tx: Transaction<Tables>): Promise<boolean> {
  const first = await tx.selectFrom('ledger_checkpoints').select('until').limit(1).executeTakeFirst();
  return first !== undefined;
}

type StepResult = {
  /** Undefined: the round is at its end. */
  next: Position | undefined;
  found: NewFault[];
};

async function takeStep(tx: Transaction<Tables>, scope: Scope, position: Position): Promise<StepResult> {
  const { sum, walk, after, size } = position;
  if (sum !== null) {
    const continued = await sumNextEntries(tx, sum, Math.min(size * 20, mostEntries));
    return { next: { ...position, sum: continued ?? null }, found: [] };
  }
  const limit = Math.min(size, mostOf(walk));
  const since = addMs(position.startedAt, -dayMs);
  const keys = await nextKeys(tx, scope, walk, { after, limit, since });
  const found = keys.length === 0 ? [] : await applyRules(tx, walk, keys);
  const last = keys.at(-1);
  if (last !== undefined && keys.length === limit) return { next: { ...position, after: last }, found };
  const following = walkNames[walkNames.indexOf(walk) + 1];
  if (following === undefined) return { next: undefined, found };
  return { next: { ...position, walk: following, after: '', size: firstSize }, found };
}

/** Finds all faults of these rows. */
export async function applyRules(
  db: Kysely<Tables>,
  walk: WalkName,
  keys: readonly string[],
  rules = ledgerRules,
): Promise<NewFault[]> {
  const found: NewFault[] = [];
  const byKind = walk === 'postings' ? await postingsByKind(db, keys) : undefined;
  for (const { name: rule, checks } of rules) {
    for (const check of checks) {
      if (check.walk !== walk) continue;
      const looked = check.postingKind === undefined ? keys : (byKind?.get(check.postingKind) ?? []);
      const findings = looked.length === 0 ? [] : await check.find(db, looked);
      for (const finding of findings) found.push({ rule, walk, finding });
    }
  }
  return found;
}

async function postingsByKind(
  db: Kysely<Tables>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ kind: string; keys: string[] }>`
    select kind, array_agg(posting_id) as keys from ledger_postings
    where posting_id = any(${[...keys]}::text[]) group by kind`.execute(db);
  return new Map(rows.map(({ kind, keys: ofKind }) => [kind, ofKind]));
}

/**
 * More rows after a quick step, fewer after a slow one: what a step takes depends on the machine and the rows. Never fewer
 * than the first step has: even a step of one row runs all rules, and on a slow machine a round would have no end.
 */
function sizeAfter({ size, walk, sum }: Position, tookMs: number): number {
  const most = sum === null ? mostOf(walk) : mostEntries;
  if (tookMs < stepMs / 2) return Math.min(size * 2, most);
  return tookMs > stepMs ? Math.max(firstSize, Math.floor(size / 2)) : size;
}

async function writePosition(
  tx: Transaction<Tables>,
  scope: Scope,
  position: Position,
  nextAt: Instant,
): Promise<void> {
  await tx
    .updateTable('ledger_checks')
    .set({ position: JSON.stringify(position), next_at: nextAt })
    .where('scope', '=', scope)
    .execute();
}

async function endRound(tx: Transaction<Tables>, scope: Scope, position: Position): Promise<void> {
  const resolved = scope === 'current' ? await resolveFaults(tx, position.round) : 0;
  const nextAt = addMs(position.startedAt, intervalMs[scope]);
  await tx
    .updateTable('ledger_checks')
    .set({ position: null, next_at: nextAt > now() ? nextAt : now(), finished_at: now() })
    .where('scope', '=', scope)
    .execute();
  // What was wrong in one place was perhaps wrong in others that were not written down.
  if (resolved > 0) {
    await sql`
      update ledger_checks set next_at = least(next_at, ${now()}::timestamptz) where scope = 'history'`.execute(
      tx,
    );
  }
}
