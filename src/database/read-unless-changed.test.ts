import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readUnlessChanged } from './read-unless-changed.ts';
import { testDatabaseKind, useTestDatabase } from './testing.ts';
import { inTransaction } from './transaction.ts';

const database = useTestDatabase();

/** Another number each time that the database is asked. */
async function look(text = 'a'): Promise<number> {
  const [row] = await readUnlessChanged(
    database.db,
    sql<{ value: number }>`select random() as value where ${text}::text <> ''`.compile(database.db),
  );
  return row?.value ?? Number.NaN;
}

const insert = async (name: string, db = database.db) =>
  await sql`insert into job_schedules (name, next_at) values (${name}, now())`.execute(db);

it.runIf(testDatabaseKind === 'pglite')(
  'does not ask the embedded database again while nothing changes',
  async () => {
    const first = await look();
    expect(await look()).toBe(first);
    expect(await look('b')).not.toBe(first);
    await sql`update job_schedules set next_at = now() where name = 'missing'`.execute(database.db);
    const failing = inTransaction(database.db, async (tx) => {
      await insert('undone', tx);
      throw new Error('Undone.');
    });
    await expect(failing).rejects.toThrow('Undone.');
    await database.db.selectFrom('job_schedules').selectAll().execute();
    expect(await look()).toBe(first);
  },
);

it.runIf(testDatabaseKind === 'postgres')('always asks a server, which others may have changed', async () => {
  expect(await look()).not.toBe(await look());
});

it.each<[string, () => Promise<unknown>]>([
  ['a statement', async () => await insert('one')],
  ['a transaction', async () => await inTransaction(database.db, async (tx) => await insert('two', tx))],
  [
    'a statement that reads what a part of it writes',
    async () =>
      await sql`with added as (insert into job_schedules (name, next_at) values ('three', now()) returning name)
        select name from added`.execute(database.db),
  ],
])('asks again after %s', async (_name, change) => {
  const first = await look();
  await change();
  expect(await look()).not.toBe(first);
});

it('keeps nothing that was read before a change, however late it arrives', async () => {
  const [early] = await Promise.all([look(), insert('meanwhile')]);
  expect(await look()).not.toBe(early);
});
