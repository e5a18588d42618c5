import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testDatabaseKind } from '#database/testing.ts';
import { setUpService } from '../testing.ts';
import { withinSearchTime } from './search-limit.ts';

const service = setUpService();
// PGlite ends no statement early.
const onServer = testDatabaseKind === 'postgres';
const advice =
  /^The search took too long and was stopped.*Enter more of the ID, hash, reference or address, or choose a shorter period\.$/;

it('gives what a search finds', async () => {
  const { rows } = await withinSearchTime(service.db, async (tx) => await sql`select 1 as one`.execute(tx));
  expect(rows).toEqual([{ one: 1 }]);
});

describe.runIf(onServer)('on a PostgreSQL server, a search', () => {
  it('that takes too long is stopped, and only that statement', async () => {
    const started = performance.now();
    const search = withinSearchTime(
      service.db,
      async (tx) => await sql`select pg_sleep(20)`.execute(tx),
      100,
    );
    await expect(search).rejects.toMatchObject({
      status: 400,
      data: { search: expect.stringMatching(advice) as string },
    });
    expect(performance.now() - started).toBeLessThan(5_000);
    // On any connection of the pool, the one of the search among them.
    const settings = await Promise.all(
      Array.from({ length: 10 }, async () => await sql`select pg_sleep(0.15)`.execute(service.db)),
    );
    expect(settings).toHaveLength(10);
  });

  it('fails as it does otherwise', async () => {
    const search = withinSearchTime(service.db, async (tx) => await sql`select 1 / 0`.execute(tx));
    await expect(search).rejects.toMatchObject({ code: '22012' });
  });

  it.each([
    ['transactions', '/transactions?search=abc'],
    ['withdrawal_requests', '/withdrawal-requests?search=abc'],
  ])('of %s is stopped after about a second, and says what to search for instead', async (table, path) => {
    const { db } = service;
    const [list, slow] = [sql.table(table), sql.table(`slow_${table}`)];
    await sql`alter table ${list} rename to ${slow}`.execute(db);
    await sql`
    create view ${list} as
    select record.* from (select pg_sleep(20)) as pause left join ${slow} as record on true`.execute(db);
    try {
      const started = performance.now();
      const { status, body } = await service.call('GET', path);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        error_code: 'request',
        error_message: expect.stringMatching(advice) as string,
      });
      expect(performance.now() - started).toBeGreaterThan(900);
    } finally {
      await sql`drop view ${list}`.execute(db);
      await sql`alter table ${slow} rename to ${list}`.execute(db);
    }
  });
});
