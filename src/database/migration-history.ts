import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migrations } from './migrations/migrations.ts';
import type { Tables } from './tables.ts';

/** The database isn't one that this version of the program can open. The message is one line for the operator. */
export class DatabaseVersionError extends Error {
  override readonly name = 'DatabaseVersionError';
}

export type FingerprintOf = (name: string, migration: Migration) => string;

/** Identifies what a migration does, however its file is formatted. One that has no file is identified by its function. */
export const fingerprintOf: FingerprintOf = (name, migration) =>
  migrations[name] === migration
    ? fingerprint(readFileSync(join(import.meta.dirname, 'migrations', `${name}.ts`), 'utf8'))
    : fingerprint(String(Reflect.get(migration, 'up')));

function fingerprint(code: string): string {
  return createHash('sha256').update(code.replaceAll(/\s+/g, '')).digest('hex');
}

/** The migrations that the database has, in order. */
export async function listApplied(db: Kysely<Tables>): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

async function hasTable(db: Kysely<Tables>, table: string): Promise<boolean> {
  const { rows } = await sql<{ name: string | null }>`select to_regclass(${table})::text as name`.execute(db);
  return typeof rows[0]?.name === 'string';
}

/** Throws a DatabaseVersionError for another program's database, a newer one, and one made by a migration that was edited. */
export async function requireOwnHistory(
  db: Kysely<Tables>,
  known: Readonly<Record<string, Migration>>,
  identify: FingerprintOf,
): Promise<void> {
  const applied = await listApplied(db);
  if (applied.length === 0) {
    const foreign = await findTable(db);
    if (foreign === undefined) return;
    // Another process may have made it since.
    if ((await listApplied(db)).length > 0) return await requireOwnHistory(db, known, identify);
    throw new DatabaseVersionError(
      `The database already has tables of another program, such as ${foreign}. Use an empty database.`,
    );
  }
  const unknown = applied.find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) {
    throw new DatabaseVersionError(
      applied.some((name) => Object.hasOwn(known, name))
        ? `The database was made by a newer version of this program (it has the migration ${unknown}). Start that version, or use another database.`
        : `The database belongs to another program (it has the migration ${unknown}). Use an empty database.`,
    );
  }
  if (!(await hasTable(db, 'kysely_migration_fingerprint'))) return;
  const { rows } = await sql<{ name: string; fingerprint: string }>`
    select name, fingerprint from kysely_migration_fingerprint order by name`.execute(db);
  for (const { name, fingerprint: stored } of rows) {
    const migration = known[name];
    if (migration === undefined || identify(name, migration) === stored) continue;
    throw new DatabaseVersionError(
      `The migration ${name} has been edited since it ran on this database. Start the version that made the database, or use another database.`,
    );
  }
}

/** A table of the database; undefined for an empty one. An extension's tables are no program's. */
async function findTable(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and c.relname not like 'kysely_migration%'
      and not exists (
        select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
      )
    order by c.relname limit 1`.execute(db);
  return rows[0]?.name;
}

/** Stores the fingerprints of migrations that have none: databases of earlier versions don't. */
export async function storeFingerprints(
  db: Kysely<Tables>,
  known: Readonly<Record<string, Migration>>,
  identify: FingerprintOf,
): Promise<void> {
  if (!(await hasTable(db, 'kysely_migration_fingerprint'))) {
    await sql`
      create table if not exists kysely_migration_fingerprint (
        name text primary key,
        fingerprint text not null
      )`.execute(db);
  }
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration
    where name not in (select name from kysely_migration_fingerprint)`.execute(db);
  for (const { name } of rows) {
    const migration = known[name];
    if (migration === undefined) continue;
    await sql`
      insert into kysely_migration_fingerprint (name, fingerprint) values (${name}, ${identify(name, migration)})
      on conflict do nothing`.execute(db);
  }
}
