import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { prepare } from './preparing-client.ts';
import { useTestDatabase } from './testing.ts';

const database = useTestDatabase();

const often = 8;

it('keeps the plan of a marked statement that is run often, and of no other', async () => {
  const { db } = database;
  await db.connection().execute(async (connection) => {
    for (let n = 0; n < often; n += 1) {
      const { rows } = await sql`${prepare} select ${n}::integer + 1 as next`.execute(connection);
      expect(rows).toEqual([{ next: n + 1 }]);
      await sql`select ${n}::integer + 2 as next`.execute(connection);
    }
    await sql`${prepare} select ${1}::integer - 1 as seldom`.execute(connection);
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      connection,
    );
    expect(rows.map(({ statement }) => statement)).toEqual(['/* prepare */ select $1::integer + 1 as next']);
  });
});

it('keeps the plan of a statement that is run often, whatever number of others was run before', async () => {
  const { db } = database;
  await db.connection().execute(async (connection) => {
    for (let n = 0; n < 700; n += 1)
      await sql`${prepare} select ${n}::integer + ${sql.lit(n)}`.execute(connection);
    for (let n = 0; n < often; n += 1) await sql`${prepare} select ${n}::integer * 2`.execute(connection);
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      connection,
    );
    expect(rows.map(({ statement }) => statement)).toContain('/* prepare */ select $1::integer * 2');
  });
});

it('goes on reading while another process adds columns to the table', async () => {
  const { db } = database;
  await sql`create table grows (id integer, name text)`.execute(db);
  const read = async () =>
    (await sql`${prepare} select id, name from grows where id >= ${0}`.execute(db)).rows;
  for (let n = 0; n < often; n += 1) await read();
  await sql`alter table grows add column more text`.execute(db);
  await sql`insert into grows values (1, 'one', 'more')`.execute(db);
  expect(await read()).toEqual([{ id: 1, name: 'one' }]);
});
