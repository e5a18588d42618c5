import { expect, it } from 'vitest';
import { testDatabaseKind, useTestDatabase } from '#database/testing.ts';
import { inTransaction } from '#database/transaction.ts';
import { hashEntry, NO_HASH } from './chain.ts';
import { lockHead } from './audit-log.store.ts';
import { createAuditLog } from './audit-log.ts';
import { verifyAuditLog } from './audit-log-verify.ts';
import { newEntry } from './testing-audit-log.ts';

const database = useTestDatabase();

const sequences = async (accountId: string) => {
  const rows = await database.db
    .selectFrom('audit_log_entries')
    .select('sequence')
    .where('account_id', '=', accountId)
    .orderBy('sequence')
    .execute();
  return rows.map(({ sequence }) => sequence);
};

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

it('chains each entry to the one before, separately for each account', async () => {
  const auditLog = createAuditLog(database.db);
  const [first] = await auditLog.append('a', [newEntry()]);
  const [second, third] = await auditLog.append('a', [newEntry(), newEntry()]);
  const [other] = await auditLog.append('b', [newEntry()]);
  expect([first, second, third, other].map((row) => [row?.account_id, row?.sequence])).toEqual([
    ['a', 1],
    ['a', 2],
    ['a', 3],
    ['b', 1],
  ]);
  expect(first?.previous_hash).toBe(NO_HASH);
  expect(second?.previous_hash).toBe(first?.hash);
  expect(third?.previous_hash).toBe(second?.hash);
  expect(other?.previous_hash).toBe(NO_HASH);
  const stored = await database.db
    .selectFrom('audit_log_entries')
    .selectAll()
    .where('account_id', '<>', '')
    .orderBy('account_id')
    .orderBy('sequence')
    .execute();
  expect(stored).toEqual([first, second, third, other]);
});

it('hashes the documented form', () => {
  // What sha256sum says about the text that docs/activity-log.md gives as its example.
  const row = { ...newEntry(), account_id: 'a', sequence: 1, salt: null, previous_hash: NO_HASH };
  expect(hashEntry(row)).toBe('2a84b35c8eb595bd874568ca4c333d43467ab897c1faad24df99b2ac9dac8d45');
});

it('hashes an entry of a user as its documentation says', () => {
  const row = {
    ...newEntry({
      via: 'session',
      ip_address: '192.0.2.7',
      session: '1d5f0a9b3c7e',
      details_permission: 'wallets:write',
      user_id: 'user_0123456789abcdef01234567',
      user_name: 'Ana Ruiz',
    }),
    account_id: 'a',
    sequence: 1,
    salt: 'MDEyMzQ1Njc4OWFiY2RlZg',
    previous_hash: NO_HASH,
  };
  expect(hashEntry(row)).toBe('83ca3a856e9ea052814a08585e50131ed08b3e03e08fb3341cefd24d75db6244');
});

it('hashes every entry with a salt of its own', async () => {
  const [first, second] = await createAuditLog(database.db).append('a', [newEntry(), newEntry()]);
  expect(first?.salt).toMatch(/^[\w-]{22}$/);
  expect(second?.salt).not.toBe(first?.salt);
});

it('keeps one chain without a gap when two processes append 50 entries at once', async () => {
  const processes = [createAuditLog(database.db), createAuditLog(database.db)];
  const made = await Promise.all(
    upTo(50).map(async (index) =>
      processes[index % 2]?.append('a', [newEntry({ subject: `wallet ${index}` })]),
    ),
  );
  expect(await sequences('a')).toEqual(upTo(50));
  expect(await verifyAuditLog(database.db)).toMatchObject({ differences: [], heads: [{ entries: 50 }] });
  const subjects = made.flat().map((row) => row?.subject);
  expect(new Set(subjects).size).toBe(50);
});

it('keeps one chain when two processes alternate, each with its own idea of the end', async () => {
  const processes = [createAuditLog(database.db), createAuditLog(database.db)];
  for (let round = 0; round < 6; round += 1) await processes[round % 2]?.append('a', [newEntry()]);
  expect(await sequences('a')).toEqual(upTo(6));
  expect((await verifyAuditLog(database.db)).differences).toEqual([]);
});

it('appends many more at once than one statement takes, in their order', async () => {
  const auditLog = createAuditLog(database.db);
  const made = await Promise.all(
    upTo(350).map(async (index) => auditLog.append('a', [newEntry({ subject: String(index) })])),
  );
  expect(made.map(([row]) => [row?.sequence, row?.subject])).toEqual(
    upTo(350).map((index) => [index, String(index)]),
  );
  expect((await verifyAuditLog(database.db)).differences).toEqual([]);
});

it('continues after an entry that could not be stored', async () => {
  const auditLog = createAuditLog(database.db);
  await auditLog.append('a', [newEntry()]);
  const broken = newEntry({ operation: null as unknown as string });
  await expect(auditLog.append('a', [broken])).rejects.toThrow(/operation/);
  await auditLog.append('a', [newEntry()]);
  expect(await sequences('a')).toEqual([1, 2]);
  expect((await verifyAuditLog(database.db)).differences).toEqual([]);
});

it('allows one outcome for a request', async () => {
  const auditLog = createAuditLog(database.db);
  await auditLog.append('a', [newEntry(), newEntry({ outcome_of: 1, status: 200 })]);
  await expect(auditLog.append('a', [newEntry({ outcome_of: 1, status: 500 })])).rejects.toThrow(
    /audit_log_outcomes/,
  );
});

it.skipIf(testDatabaseKind !== 'postgres')(
  'is not held up for ever by a process that freezes while it holds the end of the chain',
  async () => {
    await createAuditLog(database.db).append('a', [newEntry()]);
    const held = Promise.withResolvers<void>();
    const thawed = Promise.withResolvers<void>();
    const frozen = inTransaction(database.db, async (trx) => {
      await lockHead(trx, 'a', { beginsAt: newEntry().recorded_at, frozenMs: 500 });
      held.resolve();
      await thawed.promise;
      await trx.updateTable('audit_log_heads').set({ entries: 99 }).execute();
    });
    await held.promise;
    const [row] = await createAuditLog(database.db).append('a', [newEntry()]);
    expect(row?.sequence).toBe(2);
    thawed.resolve();
    await expect(frozen).rejects.toThrow(/terminat|connection/i);
    expect((await verifyAuditLog(database.db)).differences).toEqual([]);
  },
);

it.skipIf(testDatabaseKind !== 'postgres')(
  'reports the delay when another transaction keeps the end of the chain locked',
  async () => {
    await createAuditLog(database.db).append('a', [newEntry()]);
    const held = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    const holder = inTransaction(database.db, async (trx) => {
      await trx.updateTable('audit_log_heads').set({ entries: 1 }).execute();
      held.resolve();
      await free.promise;
    });
    await held.promise;
    const error = await createAuditLog(database.db)
      .append('a', [newEntry()])
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: '55P03', mayBeDone: false });
    free.resolve();
    await holder;
    expect((await verifyAuditLog(database.db)).differences).toEqual([]);
  },
);
