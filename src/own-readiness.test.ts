import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '#database/database.ts';
import { makeTestDatabase, testDatabaseKind } from '#database/testing.ts';
import { startTestingApp } from './testing-app.ts';

async function openApp() {
  const place = await makeTestDatabase({ isMigrated: true });
  const database: Database = await openDatabase(place.config);
  const { app } = await startTestingApp(database, { onJobError: () => undefined });
  afterAll(async () => {
    await app.close();
    await database.close();
    await place.remove();
  });
  const readiness = async () => (await app.inject('/readyz')).statusCode;
  return { ...database, readiness };
}

it('is not ready while the disk is full, and is again when there is room', async () => {
  const { db, readiness } = await openApp();
  await sql`
    create function disk_full() returns trigger language plpgsql as $$
      begin raise exception 'no space left on device' using errcode = '53100'; end $$`.execute(db);
  await sql`
    create trigger full_disk before insert on heartbeats for each row execute function disk_full()`.execute(
    db,
  );
  expect(await readiness()).toBe(503);
  await sql`drop trigger full_disk on heartbeats`.execute(db);
  await expect.poll(readiness).toBe(200);
});

it('writes once for many requests', async () => {
  const { db, readiness } = await openApp();
  await sql`create table beats (at timestamptz)`.execute(db);
  await sql`
    create function count_beat() returns trigger language plpgsql as $$
      begin insert into beats values (now()); return new; end $$`.execute(db);
  await sql`
    create trigger counted before insert on heartbeats for each row execute function count_beat()`.execute(
    db,
  );
  for (let request = 0; request < 20; request += 1) await readiness();
  const { rows } = await sql<{ beats: number }>`select count(*)::int as beats from beats`.execute(db);
  expect(rows[0]?.beats).toBeLessThan(5);
});

it.skipIf(testDatabaseKind !== 'postgres')('is not ready on a server that only reads', async () => {
  const { db, readiness } = await openApp();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const name = sql.ref(rows[0]?.name ?? '');
  const reconnect = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database()`;
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(db);
  await reconnect.execute(db);
  await expect.poll(readiness).toBe(503);
  await db
    .transaction()
    .setAccessMode('read write')
    .execute(async (trx) => {
      await sql`alter database ${name} reset default_transaction_read_only`.execute(trx);
    });
  await reconnect.execute(db);
  await expect.poll(readiness).toBe(200);
});
