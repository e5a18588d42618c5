import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from './database.ts';
import { migrate } from './migrate.ts';
import { DatabaseVersionError, fingerprintOf } from './migration-history.ts';
import { migrations } from './migrations/migrations.ts';
import { makeTestDatabase, testDatabaseKind, type IsolatedDatabase } from './testing.ts';

let place: IsolatedDatabase;
let database: Database;

beforeAll(async () => {
  place = await makeTestDatabase();
  database = await openDatabase(place.config);
});

// As empty as a new database, without the time that it takes to start one.
beforeEach(async () => {
  await sql`drop schema public cascade`.execute(database.db);
  await sql`create schema public`.execute(database.db);
});

afterAll(async () => {
  await database.close();
  await place.remove();
});

async function tableNames(): Promise<string[]> {
  const tables = await database.db.introspection.getTables();
  return tables
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('kysely'))
    .sort();
}

function makesTable(
  name: string,
  then: (db: Kysely<unknown>) => Promise<void> = async () => undefined,
): Migration {
  return {
    up: async (db) => {
      await sql`create table ${sql.ref(name)} (id text primary key)`.execute(db);
      await then(db);
    },
  };
}

async function slow(db: Kysely<unknown>): Promise<void> {
  await sql`select pg_sleep(0.1)`.execute(db);
}

describe('migrate', () => {
  it('makes every table once', async () => {
    expect(await migrate(database.db)).toEqual(Object.keys(migrations));
    expect(await tableNames()).toEqual(expect.arrayContaining(['accounts', 'ledger_entries', 'wallets']));
    expect(await migrate(database.db)).toEqual([]);
  });

  it('runs only what is new, in order', async () => {
    await migrate(database.db, { '01-a': makesTable('a') });
    const later = { '02-b': makesTable('b'), '03-c': makesTable('c') };
    expect(await migrate(database.db, { '01-a': makesTable('a'), ...later })).toEqual(['02-b', '03-c']);
    expect(await tableNames()).toEqual(['a', 'b', 'c']);
  });

  it('keeps the migrations before one that fails, and nothing of that one', async () => {
    const failing = makesTable('b', async () => {
      throw new Error('no');
    });
    const known = { '01-a': makesTable('a'), '02-b': failing };
    await expect(migrate(database.db, known)).rejects.toThrow('no');
    expect(await tableNames()).toEqual(['a']);
    expect(await migrate(database.db, { ...known, '02-b': makesTable('b') })).toEqual(['02-b']);
  });

  it('refuses a database that is newer than the program, and leaves it alone', async () => {
    await migrate(database.db, { '01-a': makesTable('a'), '02-b': makesTable('b') });
    const older = migrate(database.db, { '01-a': makesTable('a') });
    await expect(older).rejects.toThrow(DatabaseVersionError);
    await expect(older).rejects.toThrow(/newer version .*02-b/);
  });

  it('refuses a database that a migration made which was edited since', async () => {
    await migrate(database.db, { '01-a': makesTable('a'), '02-b': makesTable('b') }, (name) => name);
    const edited = { '01-a': makesTable('a'), '02-b': makesTable('other'), '03-c': makesTable('c') };
    const starting = migrate(database.db, edited, (name) => (name === '02-b' ? 'edited' : name));
    await expect(starting).rejects.toThrow(DatabaseVersionError);
    await expect(starting).rejects.toThrow(/^The migration 02-b has been edited since/);
    expect(await tableNames()).toEqual(['a', 'b']);
  });

  it('opens a database from before migrations had fingerprints, and notices edits from then on', async () => {
    const known = { '01-a': makesTable('a') };
    await migrate(database.db, known, () => 'first');
    await sql`drop table kysely_migration_fingerprint`.execute(database.db);
    expect(await migrate(database.db, known, () => 'second')).toEqual([]);
    await expect(migrate(database.db, known, () => 'third')).rejects.toThrow('has been edited');
  });

  it('identifies every migration by what it does', () => {
    const own = Object.entries(migrations).map(([name, migration]) => fingerprintOf(name, migration));
    expect(new Set(own).size).toBe(own.length);
    const [first, other] = ['a', 'b'].map((name) =>
      fingerprintOf('01', { up: name === 'a' ? async () => undefined : async (db) => slow(db) }),
    );
    expect(first).not.toBe(other);
  });

  it('refuses the database of another program, and leaves it alone', async () => {
    await sql`create table orders (id int)`.execute(database.db);
    await expect(migrate(database.db)).rejects.toThrow(
      'The database already has tables of another program, such as orders. Use an empty database.',
    );
    expect(await tableNames()).toEqual(['orders']);
    await sql`drop table orders`.execute(database.db);
    await migrate(database.db, { 'init-shop': makesTable('shop') });
    await expect(migrate(database.db)).rejects.toThrow(
      /^The database belongs to another program .*init-shop/,
    );
  });

  it.skipIf(testDatabaseKind !== 'postgres')(
    'takes no table for another program’s that another process makes while it looks',
    async () => {
      let isFirst = true;
      const slowToLook = database.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          const wasFirst = isFirst;
          isFirst = false;
          if (wasFirst) await migrate(database.db);
          return result;
        },
      });
      expect(await migrate(slowToLook)).toEqual([]);
    },
  );

  it.each([
    ['table is gone', sql`select * from gone`],
    ['column is gone', sql`alter table a drop column gone`],
    // Of each table that is made, PostgreSQL makes a type too.
    ['type exists already', sql`create type a as enum ('b')`],
  ])('begins again if a %s, because of another process', async (_what, statement) => {
    let attempts = 0;
    const meetsAnother = makesTable('b', async (db) => {
      attempts += 1;
      if (attempts === 1) await statement.execute(db);
    });
    const known = { '01-a': makesTable('a'), '02-b': meetsAnother };
    expect(await migrate(database.db, known)).toEqual(['01-a', '02-b']);
    expect(attempts).toBe(2);
  });

  it.skipIf(testDatabaseKind !== 'postgres')(
    'runs each migration once when five processes start',
    async () => {
      const others = await Promise.all(
        Array.from({ length: 4 }, async () => await openDatabase(place.config)),
      );
      const known = { '01-a': makesTable('a', slow), '02-b': makesTable('b', slow) };
      const done = await Promise.all([database, ...others].map(async ({ db }) => await migrate(db, known)));
      expect(done.flat().sort()).toEqual(['01-a', '02-b']);
      await Promise.all(others.map(async ({ close }) => await close()));
    },
  );
});

it('keeps the saved views and the entries of the activity log that an earlier release stored', async () => {
  const before = Object.entries(migrations).filter(([name]) => name < '0026');
  await migrate(database.db, Object.fromEntries(before));
  await sql`
    insert into saved_views (view_id, account_id, list, name, name_key, search, version, created_at, updated_at)
    values ('v', 'a', 'journal', 'Failed', 'failed', 'status=failed', 1, now(), now())`.execute(database.db);
  await sql`
    insert into journal_entries (account_id, sequence, recorded_at, request_id, operation, key_fingerprint, via,
      previous_hash, hash)
    values ('a', 1, now(), 'r', 'createWallet', 'f', 'session', '0', '1')`.execute(database.db);
  await sql`insert into journal_heads (account_id, entries, hash) values ('a', 1, '1')`.execute(database.db);

  await migrate(database.db);

  const stored = await sql`
    select list, entries::int, entry.operation from saved_views view
    join audit_log_heads head using (account_id) join audit_log_entries entry using (account_id)`.execute(
    database.db,
  );
  expect(stored.rows).toEqual([{ list: 'activity-log', entries: 1, operation: 'createWallet' }]);
});

it('keeps people out whom an administrator removed under an earlier release, and no others', async () => {
  const before = Object.entries(migrations).filter(([name]) => name < '0051');
  await migrate(database.db, Object.fromEntries(before));
  await sql`
    insert into users (user_id, name, email, email_key, created_at, left_at)
    values ('gone', 'Ana', 'a@example.com', 'gone', now(), now()), ('here', 'Bo', 'b@example.com', 'b', now(), null)`.execute(
    database.db,
  );
  await sql`
    insert into user_identities (issuer, subject, user_id, linked_at)
    values ('https://id.example', 'ana', 'gone', now()), ('https://id.example', 'bo', 'here', now())`.execute(
    database.db,
  );
  await sql`
    insert into account_keys (key_id, account_id, sealed_key, fingerprint, added_at)
    values ('k', 'a', '', 'f', now()), ('l', 'a', '', 'g', now()), ('m', 'b', '', 'f', now())`.execute(
    database.db,
  );

  await migrate(database.db);

  const { rows } = await sql`
    select subject, account_id from removed_identities order by account_id`.execute(database.db);
  expect(rows).toEqual([
    { subject: 'ana', account_id: 'a' },
    { subject: 'ana', account_id: 'b' },
  ]);
});
