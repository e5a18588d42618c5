import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import {
  type FingerprintOf,
  fingerprintOf,
  listApplied,
  requireOwnHistory,
  storeFingerprints,
} from './migration-history.ts';
import { migrations } from './migrations/migrations.ts';
import type { Tables } from './tables.ts';
import { LOCK_NOT_AVAILABLE } from './temporary-failures.ts';

// 42P07 and 42710: another process has made the table, or the type that comes with it, a moment before.
// 42P01 and 42703: a migration may begin before another process renames or drops a table or column that it reads.
const LOST_RACES = new Set([
  '23505',
  '42P07',
  '42710',
  '40001',
  '40P01',
  '42P01',
  '42703',
  LOCK_NOT_AVAILABLE,
]);
const ATTEMPTS = 10;
const PAUSE_MS = 200;

/**
 * Migrates the database to this version of the program and returns the names of the migrations that ran, each in its
 * own transaction. Throws a DatabaseVersionError and touches nothing when the database is newer, another program's, or was
 * made by a migration that has been edited since. Any number of processes may do this at once.
 */
export async function migrate(
  db: Kysely<Tables>,
  known: Readonly<Record<string, Migration>> = migrations,
  identify: FingerprintOf = fingerprintOf,
): Promise<string[]> {
  await requireOwnHistory(db, known, identify);
  const applied = await listApplied(db);
  const done = applied.length === Object.keys(known).length ? [] : await runNew(db, known);
  await untilNoRaceIsLost(async () => await storeFingerprints(db, known, identify));
  return done;
}

async function runNew(db: Kysely<Tables>, known: Readonly<Record<string, Migration>>): Promise<string[]> {
  const unhurried = Object.fromEntries(
    Object.entries(known).map(([name, migration]) => [name, withoutTimeout(migration)]),
  );
  const migrator = new Migrator({ db, provider: { getMigrations: async () => unhurried } });
  const done: string[] = [];
  for (;;) {
    const ran = await untilNoRaceIsLost(async () => {
      const { error, results = [] } = await migrator.migrateUp();
      if (error !== undefined) throw error;
      return results;
    });
    if (ran.length === 0) return done;
    done.push(...ran.map(({ migrationName }) => migrationName));
  }
}

/**
 * PostgreSQL makes the processes wait for each other by an advisory lock. If a compatible server has none, the migration's own
 * row lets one of them win, and the others find its work done.
 */
async function untilNoRaceIsLost<T>(work: () => Promise<T>): Promise<T> {
  for (let failures = 0; ;) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error)) failures += 1;
      if (!isLostRace(error) || failures === ATTEMPTS) throw error;
      await sleep(PAUSE_MS * Math.random() * Math.max(1, failures));
    }
  }
}

/** A statement of a migration takes as long as the table is large. */
function withoutTimeout(migration: Migration): Migration {
  return {
    up: async (db) => {
      await sql`
        select set_config('statement_timeout', '0', true),
          set_config('idle_in_transaction_session_timeout', '0', true)`.execute(db);
      await migration.up(db);
    },
  };
}

/** Whether every migration of this version of the program was run on the database. */
export async function isMigrated(db: Kysely<Tables>): Promise<boolean> {
  const applied = await listApplied(db);
  return Object.keys(migrations).every((name) => applied.includes(name));
}

/** Another process migrates, for as long as that takes. */
function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
}

function isLostRace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && LOST_RACES.has(String(error.code));
}
