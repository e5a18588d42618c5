import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTestDirectory, testDatabaseKind } from '../testing.ts';
import { startEmbeddedServer } from './embedded-server.ts';
import { startMaintenance } from './maintenance.ts';

const INTERVAL_MS = 30;

describe.skipIf(testDatabaseKind !== 'pglite')('maintenance', () => {
  let pool: Pool;
  let cleanup: () => Promise<void>;

  beforeEach(async () => {
    const { directory, remove } = await makeTestDirectory();
    const files = path.join(directory, 'database', 'postgres');
    const { connect, close } = await startEmbeddedServer(files, () => undefined);
    pool = new Pool({ user: 'postgres', database: 'postgres', ssl: false, max: 1, stream: connect });
    cleanup = async () => {
      await pool.end();
      await close();
      await remove();
    };
    await pool.query('create table changed (id int)');
  });

  afterEach(async () => await cleanup());

  async function value(expression: string): Promise<unknown> {
    const { rows } = await pool.query<{ value: unknown }>(`select ${expression} as value`);
    return rows[0]?.value;
  }

  async function statistics(table: string): Promise<unknown> {
    return await value(`(select array[n_dead_tup, vacuum_count, analyze_count]::text
      from pg_stat_user_tables where relname = '${table}')`);
  }

  it('writes a checkpoint after changes, and none when nothing changed', async () => {
    const lastCheckpoint = '(select redo_lsn::text from pg_control_checkpoint())';
    const before = await value(lastCheckpoint);
    const { stop } = startMaintenance(pool, () => undefined, INTERVAL_MS);
    await expect.poll(async () => await value(lastCheckpoint)).not.toBe(before);
    // The one that was just seen may be followed by one for what was changed while it was written.
    await sleep(200);
    const idle = await value(lastCheckpoint);
    await sleep(200);
    expect(await value(lastCheckpoint)).toBe(idle);
    await pool.query('insert into changed values (1)');
    await expect.poll(async () => await value(lastCheckpoint)).not.toBe(idle);
    stop();
  });

  it('vacuums and analyzes a table that changed much, and leaves the others', async () => {
    await pool.query('create table quiet (id int)');
    await pool.query('insert into changed select generate_series(1, 1000)');
    await pool.query('delete from changed where id > 100');
    const { stop } = startMaintenance(pool, () => undefined, INTERVAL_MS);
    await expect.poll(async () => await statistics('changed')).toBe('{0,1,1}');
    expect(await statistics('quiet')).toBe('{0,0,0}');
    stop();
  });

  it('makes way for queries that wait', async () => {
    const waiting = Array.from({ length: 20 }, async () => {
      await pool.query('insert into changed select generate_series(1, 1000)');
      await pool.query('select pg_sleep(0.02)');
      return await value('(select sum(vacuum_count)::int from pg_stat_user_tables)');
    });
    const { stop } = startMaintenance(pool, () => undefined, INTERVAL_MS);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([0]));
    stop();
  });

  it('reports a failure and continues', async () => {
    const errors: unknown[] = [];
    const broken = new Pool({ host: '127.0.0.1', port: 1 });
    const { stop } = startMaintenance(broken, (error) => errors.push(error), INTERVAL_MS);
    await expect.poll(() => errors.length).toBeGreaterThan(2);
    stop();
    await broken.end();
  });
});
