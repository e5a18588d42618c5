import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { ExactNumber } from '#domain/json.ts';
import { instantFromDate } from '#domain/time.ts';
import { DatabaseConnectionError, openDatabase } from './database.ts';
import { runInScope } from './request-scope.ts';
import { makeTestDatabase, testDatabaseKind, useTestDatabase } from './testing.ts';

const test = useTestDatabase();
const MOMENT = instantFromDate(new Date());
const MEGABYTE = 1024 * 1024;

async function select(value: string): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`select ${sql.raw(value)} as value`.execute(test.db);
  return rows[0]?.value;
}

describe('values out of the database', () => {
  it.each([
    ['1.500::numeric', '1.5'],
    ['0.000000000000000001::numeric', '0.000000000000000001'],
    ['(-0.00)::numeric', '0'],
    ['1e30::numeric', `1${'0'.repeat(30)}`],
    ["'{1.10,null,2}'::numeric[]", ['1.1', null, '2']],
    ['9007199254740991::int8', Number.MAX_SAFE_INTEGER],
    ["'{1,2}'::int8[]", [1, 2]],
    ['(select count(*) from (values (1), (2)) as counted)', 2],
    ['(select sum(n) from (values (1::int8), (2)) as counted (n))', '3'],
    ["'2026-01-02 03:04:05.1+05:45'::timestamptz", '2026-01-01T21:19:05.100000Z'],
    ["'0001-01-01 00:00:00+00'::timestamptz", '0001-01-01T00:00:00.000000Z'],
    ["array['2026-01-02 00:00:00Z'::timestamptz]", ['2026-01-02T00:00:00.000000Z']],
    ["'2026-01-02'::date", '2026-01-02'],
    ["'2026-01-02 03:04:05'::timestamp", '2026-01-02 03:04:05'],
    [`'{a,"b, c",null,"\\"q\\""}'::text[]`, ['a', 'b, c', null, '"q"']],
    ["'\\x00ff'::bytea", Buffer.from([0, 255])],
    ['true', true],
    ['null::numeric', null],
    [`'{"amount": 0.10}'::jsonb`, { amount: new ExactNumber('0.10') }],
    ["current_setting('TimeZone')", 'UTC'],
  ])('reads %s', async (expression, expected) => {
    expect(await select(expression)).toStrictEqual(expected);
  });

  it.each(['9007199254740992::int8', "'infinity'::timestamptz", "'NaN'::numeric"])(
    'refuses %s rather than change it, and continues',
    async (expression) => {
      await expect(select(expression)).rejects.toThrow(RangeError);
      expect(await select('1')).toBe(1);
    },
  );

  it('returns every kind of value unchanged', async () => {
    const given = {
      amount: '0.000000000000000001',
      moment: '2026-01-02T03:04:05.123456Z',
      texts: ['a', '{"}', ''],
      bytes: Buffer.from([0, 1, 255]),
      nothing: null,
      text: 'Zoë 💰 \\ \' "',
    };
    const { rows } = await sql`
      select ${given.amount}::numeric as amount, ${given.moment}::timestamptz as moment,
        ${given.texts}::text[] as texts, ${given.bytes}::bytea as bytes, ${given.nothing}::text as nothing,
        ${given.text}::text as text`.execute(test.db);
    expect(rows).toStrictEqual([given]);
  });
});

describe('a request is noted to have changed something', () => {
  it.each([
    ['select 1', false],
    ['/* prepare */ select 1', false],
    [' /* one */ /* insert */\n with one as (select 1) select * from one', false],
    ['with one as (select updated_at from outbox) select * from one', false],
    ["insert into outbox values ('a')", true],
    ["/* prepare */ insert into outbox values ('a')", true],
    ["with one as (insert into outbox values ('a') returning body) select * from one", true],
    ["WITH one AS (SELECT 1) UPDATE outbox SET body = 'b'", true],
    ['with one as (delete from outbox returning body) select * from one', true],
    [
      "with one as (select 'a' as body) merge into outbox using one on true when not matched then insert values ('a')",
      true,
    ],
  ])('by %s: %s', async (statement, hasChanged) => {
    await sql`create table if not exists outbox (body text, updated_at timestamptz)`.execute(test.db);
    const noted = await runInScope('account', async (scope) => {
      await sql.raw(statement).execute(test.db);
      return scope.hasChanged;
    });
    expect(noted).toBe(hasChanged);
  });
});

describe('the connection', () => {
  it('carries results and parameters of many megabytes', async () => {
    const { rows } = await sql<{ text: string }>`
      select repeat('x', 1000) || n as text from generate_series(1, 8000) as n`.execute(test.db);
    expect(rows.map(({ text }) => text.slice(1000))).toEqual(
      Array.from({ length: 8000 }, (_, index) => String(index + 1)),
    );
    const { rows: lengths } = await sql`select length(${'y'.repeat(5 * MEGABYTE)}) as length`.execute(
      test.db,
    );
    expect(lengths).toEqual([{ length: 5 * MEGABYTE }]);
  });

  it('answers many queries at once, each with its own result, also between errors', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        try {
          const { rows } = await sql<{ quotient: number }>`
            select ${index * 7}::int / ${index % 7}::int as quotient`.execute(test.db);
          return rows[0]?.quotient;
        } catch (error) {
          return error instanceof Error ? error.message : error;
        }
      }),
    );
    expect(answers).toEqual(
      Array.from({ length: 200 }, (_, index) =>
        index % 7 === 0 ? 'division by zero' : Math.trunc((index * 7) / (index % 7)),
      ),
    );
  });

  it('lets others wait for a transaction and then go on', async () => {
    const order: string[] = [];
    const other = Promise.withResolvers<unknown>();
    await test.db.transaction().execute(async (trx) => {
      await sql`lock table accounts in access exclusive mode`.execute(trx);
      other.resolve(test.db.selectFrom('accounts').selectAll().execute());
      await sql`select pg_sleep(0.2)`.execute(trx);
      order.push('transaction');
    });
    await other.promise;
    order.push('other');
    expect(order).toEqual(['transaction', 'other']);
  });

  it('finishes the queries that wait when it is closed', async () => {
    const place = await makeTestDatabase({ isMigrated: true });
    afterAll(place.remove);
    const { db, close } = await openDatabase(place.config);
    const waiting = Array.from({ length: 30 }, async () => await sql`select pg_sleep(0.01)`.execute(db));
    await close();
    await expect(Promise.all(waiting)).resolves.toHaveLength(30);
  });

  it('answers a ping', async () => {
    await expect(test.database.ping()).resolves.toBeUndefined();
  });

  it('refuses queries after it was closed, as often as it was closed', async () => {
    const place = await makeTestDatabase({ isMigrated: true });
    const { db, close } = await openDatabase(place.config);
    await close();
    await close();
    await expect(sql`select 1`.execute(db)).rejects.toThrow(/closed|destroyed|end/);
    await place.remove();
  });
});

describe.skipIf(testDatabaseKind !== 'postgres')('a server', () => {
  it('that cannot be reached is named in one line without its password', async () => {
    const opening = openDatabase({ kind: 'postgres', url: 'postgres://me:hidden@127.0.0.1:1/wallets' });
    await expect(opening).rejects.toThrow(DatabaseConnectionError);
    await expect(opening).rejects.toThrow(/^[^\n]*ECONNREFUSED 127\.0\.0\.1:1[^\n]*$/);
    await expect(opening).rejects.not.toThrow('hidden');
  });

  it('with an invalid address is refused before it is looked up', async () => {
    for (const url of ['', 'localhost', 'mysql://localhost/wallets']) {
      await expect(openDatabase({ kind: 'postgres', url })).rejects.toThrow(
        /^DATABASE_URL is not an address/,
      );
    }
  });

  it('that drops connections fails the running query, reports the idle ones, and is used again', async () => {
    const place = await makeTestDatabase();
    afterAll(place.remove);
    const errors: unknown[] = [];
    const { db, close } = await openDatabase(place.config, (error) => errors.push(error));
    await Promise.all(Array.from({ length: 3 }, async () => await sql`select pg_sleep(0.1)`.execute(db)));
    const running = sql`select pg_sleep(20)`.execute(db);
    const outcome = running.catch((error: unknown) => error);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database()`.execute(db);
    expect(await outcome).toMatchObject({ code: '57P01' });
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    // The broken connection may be handed out once more before its end has been noticed.
    await expect
      .poll(async () => await sql`select 1 as one`.execute(db))
      .toMatchObject({ rows: [{ one: 1 }] });
    await close();
  });

  it('that drops a connection between two queries of a transaction fails the transaction alone', async () => {
    const place = await makeTestDatabase();
    afterAll(place.remove);
    const { db, close } = await openDatabase(place.config);
    const work = db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
      // Long enough for the notification to arrive while no query is there to receive it.
      await sleep(200);
      await sql`select 1`.execute(trx);
    });
    await expect(work).rejects.toThrow(/connection|Client/);
    await expect(sql`select 1 as one`.execute(db)).resolves.toMatchObject({ rows: [{ one: 1 }] });
    await close();
  });

  it('answers pings and sessions while requests hold every connection of theirs', async () => {
    const place = await makeTestDatabase();
    afterAll(place.remove);
    if (place.config.kind !== 'postgres') throw new Error('a server');
    const { db, sessions, jobs, ping, close } = await openDatabase({ ...place.config, poolSize: 2 });
    const slow = [sql`select pg_sleep(3)`.execute(db), sql`select pg_sleep(3)`.execute(db)];
    const begun = performance.now();
    await sleep(100);
    await Promise.all([ping(), sql`select 1`.execute(sessions), sql`select 1`.execute(jobs)]);
    expect(performance.now() - begun).toBeLessThan(2_500);
    await Promise.all(slow);
    await close();
  });

  it('keeps connections for other accounts when one has slow statements, and tells it when none gets free', async () => {
    const place = await makeTestDatabase();
    afterAll(place.remove);
    if (place.config.kind !== 'postgres') throw new Error('a server');
    const { db, close } = await openDatabase({ ...place.config, poolSize: 4 });
    const asAccount = async (accountId: string, statement: string) =>
      await runInScope(accountId, async () => await sql.raw(statement).execute(db));
    const slow = Array.from({ length: 8 }, async () => {
      const done = asAccount('slow', 'select pg_sleep(7)');
      return await done.catch((error: unknown) => error);
    });
    await sleep(100);
    const begun = performance.now();
    await asAccount('other', 'select 1');
    expect(performance.now() - begun).toBeLessThan(2_000);
    const outcomes = await Promise.all(slow);
    const refused = outcomes.filter((outcome) => outcome instanceof Error);
    expect(refused).toHaveLength(5);
    expect(refused[0]).toMatchObject({ code: 'busy', mayBeDone: false });
    await close();
  });

  it('says that the outcome is unknown only of a write whose commit may have arrived', async () => {
    const place = await makeTestDatabase({ isMigrated: true });
    afterAll(place.remove);
    const { db, jobs, close } = await openDatabase(place.config);
    const pid = sql<{ pid: number }>`select pg_backend_pid() as pid`;
    const end = async (id: number | undefined) => await sql`select pg_terminate_backend(${id})`.execute(jobs);
    const beforeCommit = db.transaction().execute(async (trx) => {
      await trx.insertInto('accounts').values({ account_id: 'x', name: 'X', created_at: MOMENT }).execute();
      await end((await pid.execute(trx)).rows[0]?.pid);
      await sql`select pg_sleep(5)`.execute(trx);
    });
    await expect(beforeCommit).rejects.toMatchObject({ name: 'TemporaryFailure', mayBeDone: false });
    // A deferred check keeps the commit busy for long enough to be cut off.
    await sql`
      create function slow_check() returns trigger language plpgsql as
        $$ begin perform pg_sleep(5); return new; end $$`.execute(jobs);
    await sql`
      create constraint trigger slow after insert on accounts deferrable initially deferred
      for each row execute function slow_check()`.execute(jobs);
    const duringCommit = db.transaction().execute(async (trx) => {
      await trx.insertInto('accounts').values({ account_id: 'y', name: 'Y', created_at: MOMENT }).execute();
      const id = (await pid.execute(trx)).rows[0]?.pid;
      setTimeout(() => void end(id), 300);
    });
    await expect(duringCommit).rejects.toMatchObject({ name: 'TemporaryFailure', mayBeDone: true });
    const single = sql`insert into accounts (account_id, name, created_at) values ('z', 'Z', now())`.execute(
      db,
    );
    setTimeout(() => {
      void sql`select pg_terminate_backend(pid) from pg_stat_activity
        where query like 'insert into accounts%' and pid <> pg_backend_pid()`.execute(jobs);
    }, 300);
    await expect(single).rejects.toMatchObject({ name: 'TemporaryFailure', mayBeDone: true });
    await close();
  });

  it('stores moments regardless of its own time zone', async () => {
    const created_at = instantFromDate(new Date('2026-07-01T12:00:00.123Z'));
    await test.db.insertInto('accounts').values({ account_id: 'a', name: 'A', created_at }).execute();
    const { rows } = await sql`select created_at, created_at::text as text from accounts`.execute(test.db);
    expect(rows).toEqual([{ created_at, text: '2026-07-01 12:00:00.123+00' }]);
  });
});
