import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { instantFromDate } from '#domain/time.ts';
import { testDatabaseKind, useTestDatabase } from './testing.ts';
import { inTransaction } from './transaction.ts';

const test = useTestDatabase();
/** The longest that a connection waits for a lock when it waits again. */
const LOCK_ATTEMPT_MS = 400;
const created_at = instantFromDate(new Date());

async function addAccount(account_id: string, name = '0'): Promise<void> {
  await test.db.insertInto('accounts').values({ account_id, name, created_at }).execute();
}

async function accountNames(): Promise<string[]> {
  const rows = await test.db.selectFrom('accounts').select('name').orderBy('account_id').execute();
  return rows.map(({ name }) => name);
}

async function increment(): Promise<void> {
  await inTransaction(
    test.db,
    async (trx) => {
      const { name } = await trx
        .selectFrom('accounts')
        .select('name')
        .where('account_id', '=', 'counter')
        .executeTakeFirstOrThrow();
      await trx
        .updateTable('accounts')
        .set({ name: String(Number(name) + 1) })
        .where('account_id', '=', 'counter')
        .execute();
    },
    { isolationLevel: 'serializable' },
  );
}

function serverError(code: string): Error {
  return Object.assign(new Error(`a server's error ${code}`), { code });
}

describe('inTransaction', () => {
  it('keeps all of the work and returns its result', async () => {
    const result = await inTransaction(test.db, async (trx) => {
      await trx.insertInto('accounts').values({ account_id: 'a', name: 'A', created_at }).execute();
      await trx.insertInto('accounts').values({ account_id: 'b', name: 'B', created_at }).execute();
      return 'done';
    });
    expect(result).toBe('done');
    expect(await accountNames()).toEqual(['A', 'B']);
  });

  it('keeps nothing of work that throws, and does not repeat it', async () => {
    let runs = 0;
    const work = inTransaction(test.db, async (trx) => {
      runs += 1;
      await trx.insertInto('accounts').values({ account_id: 'a', name: 'A', created_at }).execute();
      throw new Error('refused');
    });
    await expect(work).rejects.toThrow('refused');
    expect(runs).toBe(1);
    expect(await accountNames()).toEqual([]);
  });

  it('leaves a connection that works after a statement failed', async () => {
    const work = inTransaction(test.db, async (trx) => await sql`select 1 / 0`.execute(trx));
    await expect(work).rejects.toMatchObject({ code: '22012' });
    await addAccount('a', 'A');
    expect(await accountNames()).toEqual(['A']);
  });

  it('fails when an error inside was swallowed, because nothing was kept', async () => {
    const work = inTransaction(test.db, async (trx) => {
      await trx.insertInto('accounts').values({ account_id: 'a', name: 'A', created_at }).execute();
      await sql`select 1 / 0`.execute(trx).catch(() => undefined);
    });
    await expect(work).rejects.toThrow('rolled back');
    expect(await accountNames()).toEqual([]);
  });

  it.each(['40001', '40P01'])('repeats the whole work after %s', async (code) => {
    let runs = 0;
    await inTransaction(test.db, async (trx) => {
      runs += 1;
      await trx
        .insertInto('accounts')
        .values({ account_id: 'a', name: `run ${runs}`, created_at })
        .execute();
      if (runs < 3) throw serverError(code);
    });
    expect(await accountNames()).toEqual(['run 3']);
  });

  it('gives up after ten attempts with the error of the last', async () => {
    let runs = 0;
    const work = inTransaction(test.db, async () => {
      runs += 1;
      throw serverError('40001');
    });
    await expect(work).rejects.toMatchObject({ code: '40001' });
    expect(runs).toBe(10);
  });

  it('does not repeat a unique violation', async () => {
    await addAccount('a');
    let runs = 0;
    const work = inTransaction(test.db, async (trx) => {
      runs += 1;
      await trx.insertInto('accounts').values({ account_id: 'a', name: 'A', created_at }).execute();
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(runs).toBe(1);
  });

  it('loses no increment of eight serializable transactions at once', async () => {
    await addAccount('counter');
    await Promise.all(Array.from({ length: 8 }, increment));
    expect(await accountNames()).toEqual(['8']);
  });

  it('sees what others commit meanwhile, whatever the server’s own isolation', async () => {
    const isolation = sql<{ name: string }>`select current_setting('transaction_isolation') as name`;
    const single = await isolation.execute(test.db);
    const [inside, plain] = await Promise.all([
      inTransaction(test.db, async (trx) => await isolation.execute(trx)),
      test.db.transaction().execute(async (trx) => await isolation.execute(trx)),
    ]);
    const found = [single, inside, plain].map(({ rows }) => rows[0]?.name);
    expect(found).toEqual(['read committed', 'read committed', 'read committed']);
  });

  it.skipIf(testDatabaseKind !== 'postgres')(
    'leaves connections to others while many wait for a locked row, and ends each wait in time',
    async () => {
      await addAccount('locked');
      await addAccount('free');
      const rename = async (id: string) =>
        await inTransaction(test.db, async (trx) => {
          await trx.updateTable('accounts').set({ name: 'new' }).where('account_id', '=', id).execute();
        });
      const [locked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holder = test.database.jobs.transaction().execute(async (trx) => {
        await trx.updateTable('accounts').set({ name: 'held' }).where('account_id', '=', 'locked').execute();
        locked.resolve();
        await free.promise;
      });
      await locked.promise;
      const begun = performance.now();
      const waits = Array.from({ length: 30 }, async () => {
        const error: unknown = await rename('locked').catch((reason: unknown) => reason);
        return { error, ms: performance.now() - begun };
      });
      // Every one of them has found the row locked by then.
      await sleep(1_500);
      const times = [];
      for (let round = 0; round < 40; round += 1) {
        const start = performance.now();
        await rename('free');
        times.push(performance.now() - start);
      }
      const ends = await Promise.all(waits);
      free.resolve();
      await holder;
      await rename('locked');
      expect(Math.max(...times)).toBeLessThan(LOCK_ATTEMPT_MS * 3);
      for (const { error, ms } of ends) {
        expect(error).toMatchObject({ name: 'TemporaryFailure', code: '55P03', mayBeDone: false });
        expect(ms).toBeLessThan(8_000);
      }
    },
  );

  it.skipIf(testDatabaseKind !== 'postgres')('resolves a deadlock between two transactions', async () => {
    await addAccount('a');
    await addAccount('b');
    const meeting = Promise.withResolvers<void>();
    let waiting = 0;
    const rename = async (first: string, second: string) =>
      await inTransaction(test.db, async (trx) => {
        await trx.updateTable('accounts').set({ name: first }).where('account_id', '=', first).execute();
        waiting += 1;
        if (waiting === 2) meeting.resolve();
        await meeting.promise;
        await trx.updateTable('accounts').set({ name: first }).where('account_id', '=', second).execute();
      });
    await Promise.all([rename('a', 'b'), rename('b', 'a')]);
    expect(waiting).toBeGreaterThan(2);
    const [first, second] = await accountNames();
    expect(first).toBe(second);
  });
});
