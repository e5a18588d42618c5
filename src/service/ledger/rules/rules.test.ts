import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#database/database.ts';
import type { Tables } from '#database/tables.ts';
import { makeTestDatabase, type IsolatedDatabase } from '#database/testing.ts';
import { inTransaction } from '#database/transaction.ts';
import { insertAccountKeys } from '../../addresses/address-chains.ts';
import { sandboxAccountKeys } from '../../addresses/sandbox-phrase.ts';
import { findAllFaults, verifyLedger } from '../ledger-verify.ts';
import { inject } from '../testing/injected-fault.ts';
import { otherBookFaults } from '../testing/other-book-faults.ts';
import { otherDocumentFaults } from '../testing/other-document-faults.ts';
import { twentyFaults } from '../testing/twenty-faults.ts';
import { isRich, makeBusyAccount, movementsOf } from '../testing/movements.ts';
import { ledgerRules } from './rules.ts';

const faults = [...twentyFaults, ...otherBookFaults, ...otherDocumentFaults];

let place: IsolatedDatabase;
let database: Database;
let accountId: string;

// The file shares one database: every fault is made in a transaction that is rolled back.
beforeAll(async () => {
  place = await makeTestDatabase({ isMigrated: true });
  database = await openDatabase(place.config, (error) => {
    throw error;
  });
  const { db } = database;
  await insertAccountKeys(db, sandboxAccountKeys);
  accountId = await makeBusyAccount(db, 'Busy');
  await makeBusyAccount(db, 'Quiet');
  const { moveOnce } = movementsOf(db, [accountId], 1);
  for (let moves = 0; moves < 300 || !(await isRich(db, accountId)); moves += 1) await moveOnce();
});

afterAll(async () => {
  await database.close();
  await place.remove();
});

/** Runs the work and takes back whatever it did. */
async function undone<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  const rollback = new Error('rolled back');
  await inTransaction(database.db, async (tx) => {
    result = { value: await work(tx) };
    throw rollback;
  }).catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
  if (result === undefined) throw new Error('The work gave nothing.');
  return result.value;
}

it('finds nothing in books that the service has written', async () => {
  const { differences, counts } = await verifyLedger(database.db);
  expect(differences).toEqual([]);
  expect(counts.postings).toBeGreaterThan(100);
});

describe.each(faults)('$name', (fault) => {
  it(`is found by ${fault.rule}`, async () => {
    // All rules together would take twenty times as long.
    const rule = ledgerRules.filter(({ name }) => name === fault.rule);
    const found = await undone(async (tx) => {
      await inject(tx, fault, accountId);
      return await findAllFaults(tx, rule);
    });
    const owner = fault.isUnowned ? null : accountId;
    expect(found.map(({ finding }) => finding.accountId)).toContain(owner);
    for (const { finding } of found) expect(finding.expected).not.toBe(finding.found);
  });
});

it('has a way to break every rule but the one that a constraint of the table keeps', () => {
  const broken = new Set(faults.map(({ rule }) => rule));
  const names = ledgerRules.map(({ name }) => name).filter((name) => !broken.has(name));
  expect(names).toEqual(['balance-below-zero']);
});

it('finds a balance below zero where the constraint is gone', async () => {
  const found = await undone(async (tx) => {
    await sql`alter table ledger_accounts drop constraint ledger_accounts_balance_range`.execute(tx);
    await sql`
      update ledger_accounts set balance = -1 where account_id = ${accountId} and kind = 'wallet'`.execute(
      tx,
    );
    return await findAllFaults(tx);
  });
  expect(found.map(({ rule }) => rule)).toContain('balance-below-zero');
});
