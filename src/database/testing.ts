import { cpSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { openDatabase, type Database, type DatabaseConfig } from './database.ts';
import type { Tables } from './tables.ts';
import { createServerDatabase } from './testing-server.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with the library's.
  interface ProvidedContext {
    testDatabase:
      | { kind: 'pglite'; templates: { empty: string; migrated: string } }
      | { kind: 'postgres'; url: string; template: string };
  }
}

const provided = inject('testDatabase');
if (provided.kind === 'pglite') await keepCompiled();

/**
 * The database of this run's tests. If only one of the two can run a test: `it.skipIf(testDatabaseKind !==
 * 'postgres')`, which the report shows as skipped.
 */
export const testDatabaseKind: Database['kind'] = provided.kind;

/** Whether the same tests run on a server too, where they take a fraction of the time. */
export const isAlsoOnServer =
  testDatabaseKind === 'pglite' &&
  process.env['TEST_DATABASE_URL'] !== undefined &&
  process.env['LONG_TESTS'] !== '1';

/** How often to try what is the same on both databases: as often as said on one, and a third of that on the other. */
export const triesHere = (tries: number): number => (isAlsoOnServer ? Math.ceil(tries / 3) : tries);

/** Valid inside tests and hooks, once the database is open. */
export type TestDatabase = { readonly database: Database; readonly db: Kysely<Tables> };

/**
 * Gives the tests of a file (or of a describe) a migrated database of their own, empty at the start of each
 * test. With `fillOnce`, it is filled before the first test and stays as it is between them, for tests that only read.
 * Call it before other hooks are registered.
 */
export function useTestDatabase(fillOnce?: (db: Kysely<Tables>) => Promise<void>): TestDatabase {
  let opened: Database | undefined;
  let place: IsolatedDatabase | undefined;
  const database = (): Database => {
    if (!opened) throw new Error('The test database is open inside tests and hooks only.');
    return opened;
  };
  beforeAll(async () => {
    place = await makeTestDatabase({ isMigrated: true });
    opened = await openDatabase(place.config, (error) => {
      throw error;
    });
    await fillOnce?.(opened.db);
  });
  if (fillOnce === undefined) beforeEach(async () => await emptyTables(database().db));
  afterAll(async () => {
    await opened?.close();
    await place?.remove();
  });
  return {
    get database() {
      return database();
    },
    get db() {
      return database().db;
    },
  };
}

/** Where a database can be opened, for tests that open it themselves (a server, several processes). */
export type IsolatedDatabase = { config: DatabaseConfig; remove: () => Promise<void> };

/** A private data directory or database on the server, without any table or migrated. */
export async function makeTestDatabase({ isMigrated = false } = {}): Promise<IsolatedDatabase> {
  if (provided.kind === 'postgres') {
    const { url, drop } = await createServerDatabase(
      provided.url,
      isMigrated ? provided.template : undefined,
    );
    return { config: { kind: 'postgres', url }, remove: async () => await drop() };
  }
  const { directory, remove } = await makeTestDirectory({ isMigrated });
  return { config: { kind: 'pglite', directory }, remove };
}

/** A data directory of its own, on PGlite only. */
export async function makeTestDirectory({ isMigrated = false } = {}): Promise<{
  directory: string;
  remove: () => Promise<void>;
}> {
  if (provided.kind !== 'pglite') throw new Error('Only PGlite has a data directory.');
  const { empty, migrated } = provided.templates;
  const directory = await mkdtemp(path.join(tmpdir(), 'wallet-console-test-'));
  // A copy of a thousand files takes `cp` of `fs/promises` half a second of processor time, ten times as much.
  cpSync(isMigrated ? migrated : empty, directory, { recursive: true });
  return { directory, remove: async () => await rm(directory, { recursive: true, force: true }) };
}

/**
 * Holds PGlite's module for as long as this process runs: while one is held, every thread that opens a database gets
 * the code that the engine compiled and optimized for the ones before. A start then takes less than half.
 */
async function keepCompiled(): Promise<void> {
  // Not in this module, which Vitest may forget between two files.
  const place = 'pgliteModule';
  if (Reflect.has(globalThis, place)) return;
  const { compile } = Reflect.get(globalThis, 'WebAssembly') as {
    compile: (bytes: Buffer) => Promise<object>;
  };
  const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
  Reflect.set(globalThis, place, await compile(readFileSync(file)));
}

/**
 * Deletes all rows that a migrated database doesn't have, from the tables that take up any space: most tests write to few
 * of them. One statement for all tables, because its foreign keys are looked at when all rows are gone; deleting the
 * few rows of a test takes a tenth of the time of `truncate`.
 */
export async function emptyTables(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(relname) as name
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
      and relname not in ('networks', 'wallet_networks', 'ledger_networks') and pg_relation_size(oid) > 0`.execute(
    db,
  );
  if (rows.length === 0) return;
  const deletions = rows.map(({ name }, index) => `deletion${index} as (delete from ${name})`);
  await sql`with ${sql.raw(deletions.join(', '))} select 1`.execute(db);
}
