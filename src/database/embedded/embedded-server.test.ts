import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../database.ts';
import { makeTestDirectory, makeTestDatabase, testDatabaseKind } from '../testing.ts';
import { EmbeddedServerError, startEmbeddedServer, type EmbeddedServer } from './embedded-server.ts';

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function open(): Promise<Database> {
  const place = await makeTestDatabase();
  const database = await openDatabase(place.config);
  cleanups.push(place.remove, database.close);
  return database;
}

async function start(onFailure: (error: unknown) => void = () => undefined): Promise<EmbeddedServer> {
  const { directory, remove } = await makeTestDirectory();
  const server = await startEmbeddedServer(path.join(directory, 'database', 'postgres'), onFailure);
  cleanups.push(remove, server.close);
  return server;
}

/** The longest time that this thread could not run a timer while the work was going on. */
async function longestPause(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  await work;
  clearInterval(timer);
  return longest;
}

describe.skipIf(testDatabaseKind !== 'pglite')('the embedded server', () => {
  it('leaves this thread free and answers a ping while a query runs for long', async () => {
    const { db, ping } = await open();
    await sql`select 1`.execute(db);
    const startedAt = performance.now();
    const query = sql`select count(*) from generate_series(1, 3000000)`.execute(db);
    const pause = longestPause(query);
    await ping();
    const pingMs = performance.now() - startedAt;
    await query;
    const duration = performance.now() - startedAt;
    expect(duration).toBeGreaterThan(200);
    expect(pingMs).toBeLessThan(duration / 4);
    expect(await pause).toBeLessThan(duration / 2);
  });

  it('rolls back what a connection left open when it ends', async () => {
    const { connect } = await start();
    const user = { user: 'postgres', database: 'postgres', ssl: false, stream: connect } as const;
    const first = new Client(user);
    await first.connect();
    await first.query('create table kept (id int)');
    await first.query("set timezone to 'Asia/Kathmandu'");
    await first.query('begin');
    await first.query('insert into kept values (1)');
    await first.end();

    const second = new Client(user);
    await second.connect();
    const { rows } = await second.query(
      "select count(*)::int as count, current_setting('TimeZone') as zone from kept",
    );
    expect(rows).toEqual([{ count: 0, zone: 'UTC' }]);
    await second.end();
  });

  it('reports its end, and every query fails with it, running or new', async () => {
    const failures: unknown[] = [];
    const { connect, check } = await start((error) => failures.push(error));
    const client = new Client({ user: 'postgres', database: 'postgres', ssl: false, stream: connect });
    client.on('error', () => undefined);
    await client.connect();
    // A first message of an unknown protocol version is something that PGlite does not survive.
    const stream = connect();
    stream.on('error', () => undefined);
    stream.write(Buffer.from([0, 0, 0, 9, 0, 9, 0, 9, 0]));

    const untilFailure = async (): Promise<never> => {
      for (;;) await client.query('select 1');
    };
    await expect(untilFailure()).rejects.toThrow('The embedded database has stopped');
    await expect.poll(() => failures).toEqual([expect.any(EmbeddedServerError)]);
    expect(check).toThrow(EmbeddedServerError);
    const late = new Client({ user: 'postgres', database: 'postgres', ssl: false, stream: connect });
    await expect(late.connect()).rejects.toThrow(/The embedded database has stopped: .+/);
  });

  it('ends an overlong query when it is closed, and loses nothing', async () => {
    const place = await makeTestDatabase();
    cleanups.push(place.remove);
    const { db, close } = await openDatabase(place.config);
    await sql`create table kept (id int)`.execute(db);
    await sql`insert into kept values (1)`.execute(db);
    const endless = sql`select count(*) from generate_series(1, 100000000000)`.execute(db);
    const outcome = endless.catch((error: unknown) => error);
    await close(200);
    expect(await outcome).toBeInstanceOf(Error);

    const again = await openDatabase(place.config);
    cleanups.push(again.close);
    expect(await sql`select id from kept`.execute(again.db)).toMatchObject({ rows: [{ id: 1 }] });
  });

  it('repeats an interrupted first start', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'wallet-console-test-'));
    cleanups.push(async () => await rm(directory, { recursive: true }));
    const files = path.join(directory, 'postgres');
    await mkdir(`${files}.unfinished`);
    await writeFile(path.join(`${files}.unfinished`, 'PG_VERSION'), '18\n');
    const server = await startEmbeddedServer(files, () => undefined);
    cleanups.push(server.close);
    expect(server.check).not.toThrow();
  });
});
