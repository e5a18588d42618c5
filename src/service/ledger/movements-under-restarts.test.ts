import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '#database/database.ts';
import type { Tables } from '#database/tables.ts';
import { isAlsoOnServer, makeTestDatabase, type IsolatedDatabase } from '#database/testing.ts';
import { inTransaction } from '#database/transaction.ts';
import { insertAccountKeys } from '../addresses/address-chains.ts';
import { sandboxAccountKeys } from '../addresses/sandbox-phrase.ts';
import { arePaymentsStopped } from './faults.store.ts';
import { checkRound } from './ledger-check.ts';
import { verifyLedger } from './ledger-verify.ts';
import { inject } from './testing/injected-fault.ts';
import { isRich, makeBusyAccount, movementsOf } from './testing/movements.ts';
import { twentyFaults } from './testing/twenty-faults.ts';

const isLong = process.env['LONG_TESTS'] === '1';

const [movements, restarts] = isLong ? [5_000, 20] : [150, 2];

let place: IsolatedDatabase;
let database: Database;
let accountIds: string[];

beforeAll(async () => {
  place = await makeTestDatabase({ isMigrated: true });
  await open();
  await insertAccountKeys(database.db, sandboxAccountKeys);
  accountIds = [await makeBusyAccount(database.db, 'One'), await makeBusyAccount(database.db, 'Two')];
});

afterAll(async () => {
  await database.close();
  await place.remove();
});

async function open(): Promise<void> {
  database = await openDatabase(place.config, (error) => {
    throw error;
  });
}

/** Lets a process make so many movements, and kills it in the middle of the next ones. */
async function moveUntilKilled(seed: number, count: number): Promise<number> {
  const program = path.join(import.meta.dirname, 'testing/movements-program.ts');
  const child = spawn(
    process.execPath,
    [program, JSON.stringify(place.config), JSON.stringify(accountIds), String(seed)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let made = 0;
  let failure = '';
  child.stderr.on('data', (chunk) => (failure += String(chunk)));
  const ended = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      made += chunk.length;
      if (made >= count) resolve();
    });
    void ended.then(() => reject(new Error(`The process ended by itself: ${failure}`)));
  });
  child.kill('SIGKILL');
  await ended;
  return made;
}

it(`is clean after ${movements} movements with ${restarts} restarts`, { timeout: 900_000 }, async () => {
  await database.close();
  let made = 0;
  for (let restart = 0; restart < restarts; restart += 1) {
    made += await moveUntilKilled(restart, Math.ceil(movements / restarts));
  }
  expect(made).toBeGreaterThanOrEqual(movements);
  await open();
  const { db } = database;
  // Every kind of document in every state, whatever the kills have left: each has its fault below.
  const { moveOnce } = movementsOf(db, accountIds, 1_000);
  const [accountId = ''] = accountIds;
  if (!isAlsoOnServer) {
    while (!(await isRich(db, accountId))) await moveOnce();
  }

  expect((await verifyLedger(db)).differences).toEqual([]);
  expect(await checkRound(db, 'current')).toEqual([]);
  expect(await checkRound(db, 'history')).toEqual([]);
  // The checks found no fault while everything was moving either.
  expect(await db.selectFrom('ledger_faults').selectAll().execute()).toEqual([]);
});

it.skipIf(isAlsoOnServer)(
  'is red after each of twenty faults, for the account that has it alone',
  { timeout: 900_000 },
  async () => {
    const { db } = database;
    const [accountId = '', otherId = ''] = accountIds;
    expect(new Set(twentyFaults.map(({ name }) => name)).size).toBe(20);
    const missed: string[] = [];
    for (const fault of twentyFaults) {
      await keepAside(fault.tables);
      await inject(db, fault, accountId);
      const found = await checkRound(db, fault.scope);
      if (!found.some(({ rule }) => rule === fault.rule)) missed.push(`${fault.name}: not found`);
      if (!(await arePaymentsStopped(db, accountId))) missed.push(`${fault.name}: payments go on`);
      if (await arePaymentsStopped(db, otherId)) missed.push(`${fault.name}: stops another account`);
      await putBack(fault.tables);
      await checkRound(db, 'current');
      if (await arePaymentsStopped(db, accountId)) missed.push(`${fault.name}: still red when repaired`);
    }
    expect(missed).toEqual([]);
    expect((await verifyLedger(db)).differences).toEqual([]);
  },
);

/** Copies of the tables that a fault is about to change. */
async function keepAside(tables: readonly (keyof Tables)[]): Promise<void> {
  for (const table of tables) {
    await sql`create table ${sql.table(`aside_${table}`)} as table ${sql.table(table)}`.execute(database.db);
  }
}

async function putBack(tables: readonly (keyof Tables)[]): Promise<void> {
  await inTransaction(database.db, async (tx) => {
    // The copy drops the foreign keys, which would require an order.
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const table of tables) {
      const aside = sql.table(`aside_${table}`);
      await sql`delete from ${sql.table(table)}`.execute(tx);
      await sql`insert into ${sql.table(table)} select * from ${aside}`.execute(tx);
      await sql`drop table ${aside}`.execute(tx);
    }
  });
}
