import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { migrations } from './migrations/migrations.ts';
import type { Tables } from './tables.ts';
import { LOCK_NOT_AVAILABLE } from './temporary-failures.ts';

/** The database was made by a newer version of the program. The message is one line for the operator. */
export class DatabaseVersionError extends Error {
  override readonly name = 'DatabaseVersionError';
}

// 42P01: the migrator lists the tables before it takes its lock, and another process may be renaming one of them.
const LOST_RACES = new Set(['23505', '42P07', '40001', '40P01', '42P01', LOCK_NOT_AVAILABLE]);
const ATTEMPTS = 10;
const PAUSE_MS = 200;

/**
 * Migrates the database to this version of the program and returns the names of the migrations that ran, each in its
 * own transaction. Throws a DatabaseVersionError and touches nothing when the database is newer. Any number of
 * processes may do this at once.
 */
export async function migrate(
  db: Kysely<Tables>,
  known: Readonly<Record<string, Migration>> = migrations,
): Promise<string[]> {
  const applied = await appliedMigrations(db);
  const unknown = applied.find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) {
    throw new DatabaseVersionError(
      `The database was made by a newer version of this program (it has the migration ${unknown}). Start that version, or use another database.`,
    );
  }
  const done: string[] = [];
  if (applied.length === Object.keys(known).length) return done;

  const unhurried = Object.fromEntries(
    Object.entries(known).map(([name, migration]) => [name, withoutTimeout(migration)]),
  );
  const migrator = new Migrator({ db, provider: { getMigrations: async () => unhurried } });
  for (let failures = 0; ;) {
    const { error, results = [] } = await migrator.migrateUp();
    if (error === undefined) {
      if (results.length === 0) return done;
      done.push(...results.map(({ migrationName }) => migrationName));
    } else {
      // PostgreSQL makes the processes wait for each other by an advisory lock. If a compatible server has none, the
      // migration's own row lets one of them win, and the others find its work done.
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
  const applied = await appliedMigrations(db);
  return Object.keys(migrations).every((name) => applied.includes(name));
}

async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string | null }>`
    select to_regclass('kysely_migration')::text as name`.execute(db);
  if (!tables[0]?.name) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Another process migrates, for as long as that takes. */
function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
}

function isLostRace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && LOST_RACES.has(String(error.code));
}
