import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { instantFromDate } from '#domain/time.ts';
import { continueChain, emptyHead } from './chain.ts';
import { createAuditLog } from './audit-log.ts';
import { verifyAuditLog } from './audit-log-verify.ts';
import { newEntry } from './testing-audit-log.ts';

const database = useTestDatabase();

const timeOf = (sequence: number) => instantFromDate(new Date(Date.UTC(2026, 0, 2, 3, 4, sequence)));

beforeEach(async () => {
  const auditLog = createAuditLog(database.db);
  for (const account of ['acc_1', 'acc_2']) {
    for (let sequence = 1; sequence <= 5; sequence += 1) {
      const outcome = sequence % 2 === 0 ? { outcome_of: sequence - 1, status: 200 } : {};
      await auditLog.append(account, [newEntry({ recorded_at: timeOf(sequence), ...outcome })]);
    }
  }
});

const differences = async () => (await verifyAuditLog(database.db)).differences;
const change = async (statement: string) => {
  await sql.raw(statement).execute(database.db);
};
const third = `acc_1: entry 3 (2026-01-02T03:04:03.000000Z, `;

it('finds nothing wrong with an untouched activity log, and returns the ends of its chains', async () => {
  const report = await verifyAuditLog(database.db);
  expect(report).toEqual({
    differences: [],
    heads: [
      { account_id: 'acc_1', entries: 5, hash: expect.stringMatching(/^[\da-f]{64}$/) },
      { account_id: 'acc_2', entries: 5, hash: expect.stringMatching(/^[\da-f]{64}$/) },
    ],
    register: { account_id: '', entries: 2, hash: expect.stringMatching(/^[\da-f]{64}$/) },
  });
});

describe('names the entry of which one column was changed:', () => {
  it.each([
    `request_id = 'request-2'`,
    `operation = 'createWallex'`,
    `key_name = 'Back offica'`,
    `key_name = null`,
    `key_fingerprint = '0123456789ac'`,
    `via = 'session'`,
    `subject = 'Treasurz'`,
    `subject = null`,
    `details = '{"name":"Treasurz"}'`,
    `status = 200`,
    `error_message = ''`,
    `created_id = 'x'`,
    `ip_address = '127.0.0.1'`,
    `session = '0123456789ab'`,
    `details_permission = 'none'`,
    `salt = reverse(salt)`,
    `salt = null`,
    `user_id = 'user_1'`,
    `user_name = 'Mallory'`,
    `outcome_of = 5`,
    `previous_hash = reverse(previous_hash)`,
    `hash = reverse(hash)`,
  ])('%s', async (assignment) => {
    await change(`update audit_log_entries set ${assignment} where account_id = 'acc_1' and sequence = 3`);
    const found = await differences();
    expect(found[0]).toMatch(/^acc_1: entry 3 \(2026-01-02T03:04:03\.000000Z, createWalle.\) was changed/);
    expect(found.every((difference) => difference.startsWith('acc_1: entry 3 '))).toBe(true);
  });

  it.each([
    `recorded_at = 'infinity'`,
    `recorded_at = '-infinity'`,
    `recorded_at = recorded_at + interval '8000 years'`,
    `recorded_at = recorded_at - interval '4000 years'`,
    `outcome_of = 9223372036854775807`,
  ])('%s, which the program itself cannot read', async (assignment) => {
    await change(`update audit_log_entries set ${assignment} where account_id = 'acc_1' and sequence = 3`);
    expect(await differences()).toEqual([
      expect.stringMatching(/^acc_1: entry 3 \(.+, createWallet\) was changed/),
    ]);
  });

  it.each(['9223372036854775807', '9007199254740993'])('sequence, which became %s', async (sequence) => {
    await change(
      `update audit_log_entries set sequence = ${sequence} where account_id = 'acc_1' and sequence = 3`,
    );
    const found = await differences();
    expect(found[0]).toMatch(/^acc_1: entry 3 is missing/);
    expect(found.some((difference) => difference.includes('was changed'))).toBe(true);
    expect(found.every((difference) => difference.startsWith('acc_1: '))).toBe(true);
  });

  it('the number of entries, which the program itself cannot read', async () => {
    await change(`update audit_log_heads set entries = 9223372036854775807 where account_id = 'acc_1'`);
    expect(await differences()).toEqual([expect.stringMatching(/^acc_1: entries 6 to \d+ are missing/)]);
  });

  it('recorded_at, by a microsecond', async () => {
    await change(`update audit_log_entries set recorded_at = recorded_at + interval '1 microsecond'
      where account_id = 'acc_1' and sequence = 3`);
    expect(await differences()).toEqual([
      expect.stringMatching(/^acc_1: entry 3 \(2026-01-02T03:04:03\.000001Z, createWallet\) was changed/),
    ]);
  });
});

describe('names the entry of a user of which one column was changed:', () => {
  const ana = { user_id: 'user_1', user_name: 'Ana Ruiz', via: 'session' } as const;

  it.each([
    `user_name = 'Mallory'`,
    `user_name = null`,
    `user_name = ''`,
    `user_id = 'user_2'`,
    `user_id = null`,
    `user_id = null, user_name = null`,
    // The same values in other columns.
    `user_id = user_name, user_name = user_id`,
    `salt = null, user_id = salt, user_name = user_id`,
    `key_name = user_name, user_name = key_name`,
  ])('%s', async (assignment) => {
    await createAuditLog(database.db).append('acc_1', [newEntry({ recorded_at: timeOf(6), ...ana })]);
    expect(await differences()).toEqual([]);
    await change(`update audit_log_entries set ${assignment} where account_id = 'acc_1' and sequence = 6`);
    expect(await differences()).toEqual([
      'acc_1: entry 6 (2026-01-02T03:04:06.000000Z, createWallet) was changed: its hash doesn’t match its content',
    ]);
  });
});

it('names a first entry that is missing, one in the middle and several', async () => {
  await change(`delete from audit_log_entries where account_id = 'acc_1' and sequence in (1, 3, 4)`);
  expect(await differences()).toEqual([
    'acc_1: entry 1 is missing, recorded before 2026-01-02T03:04:02.000000Z',
    'acc_1: entries 3 to 4 are missing, recorded after 2026-01-02T03:04:02.000000Z and before 2026-01-02T03:04:05.000000Z',
  ]);
});

it('names the last entry that is missing', async () => {
  await change(`delete from audit_log_entries where account_id = 'acc_1' and sequence = 5`);
  expect(await differences()).toEqual([
    'acc_1: entry 5 is missing, recorded after 2026-01-02T03:04:04.000000Z',
  ]);
});

it('names all of an account’s entries that are missing', async () => {
  await change(`delete from audit_log_entries where account_id = 'acc_2'`);
  expect(await differences()).toEqual(['acc_2: entries 1 to 5 are missing']);
});

it('names an entry that was inserted behind the last one', async () => {
  const [last] = await database.db
    .selectFrom('audit_log_heads')
    .selectAll()
    .where('account_id', '=', 'acc_1')
    .execute();
  if (last === undefined) throw new Error('There is a head.');
  const { rows } = continueChain('acc_1', last, [newEntry({ recorded_at: timeOf(6) })]);
  await database.db.insertInto('audit_log_entries').values(rows).execute();
  expect(await differences()).toEqual([
    'acc_1: entry 6 (2026-01-02T03:04:06.000000Z, createWallet) was inserted: the activity log ends with entry 5',
  ]);
});

it('names an entry that was rewritten with a hash of its own', async () => {
  const rows = await database.db
    .selectFrom('audit_log_entries')
    .selectAll()
    .where('account_id', '=', 'acc_1')
    .orderBy('sequence')
    .execute();
  const [first, second] = rows;
  if (first === undefined || second === undefined) throw new Error('There are five.');
  const head = { entries: 2, hash: second.hash };
  const forged = continueChain('acc_1', head, [newEntry({ recorded_at: timeOf(3), subject: 'Forged' })]);
  const [row] = forged.rows;
  await database.db
    .updateTable('audit_log_entries')
    .set({ subject: 'Forged', salt: row?.salt ?? null, hash: row?.hash ?? '' })
    .where('account_id', '=', 'acc_1')
    .where('sequence', '=', 3)
    .execute();
  expect(await differences()).toEqual([
    `${third}createWallet) is not the one that entry 4 was written behind`,
  ]);
});

it('names a last entry that was rewritten', async () => {
  const { rows } = continueChain('acc_2', emptyHead, [newEntry({ recorded_at: timeOf(1) })]);
  await change(`delete from audit_log_entries where account_id = 'acc_2'`);
  await change(`update audit_log_heads set entries = 1 where account_id = 'acc_2'`);
  await database.db.insertInto('audit_log_entries').values(rows).execute();
  expect(await differences()).toEqual([
    'acc_2: entry 1 (2026-01-02T03:04:01.000000Z, createWallet) is not the one that the activity log ended with',
  ]);
});

it('says where the record of an activity log’s end is gone', async () => {
  await change(`delete from audit_log_heads where account_id = 'acc_2'`);
  expect(await differences()).toEqual(['acc_2: the record of where its activity log ends is missing']);
});

describe('an account whose entries and head were both deleted', () => {
  beforeEach(async () => {
    await change(`delete from audit_log_entries where account_id = 'acc_2'`);
    await change(`delete from audit_log_heads where account_id = 'acc_2'`);
  });

  it('is missed', async () => {
    expect(await differences()).toEqual([
      expect.stringMatching(/^acc_2: the whole activity log is missing; it began at 2\d{3}-\S+Z$/),
    ]);
  });

  it('is missed even after its activity log has started over', async () => {
    await createAuditLog(database.db).append('acc_2', [newEntry()]);
    expect(await differences()).toEqual([
      expect.stringMatching(
        /^acc_2: the activity log began anew at 2\d{3}-\S+Z; what it held before is missing$/,
      ),
    ]);
  });

  it('leaves a gap in the register when it was removed from that as well', async () => {
    await change(`delete from audit_log_entries where account_id = '' and subject = 'acc_2'`);
    expect(await differences()).toEqual([
      expect.stringMatching(/^register of activity logs: entry 2 is missing, recorded after /),
    ]);
  });
});

it('says where an activity log is not in the register, and where the register is gone', async () => {
  await change(`delete from audit_log_entries where account_id = ''`);
  await change(`delete from audit_log_heads where account_id = ''`);
  expect(await differences()).toEqual([
    'acc_1: the activity log is not in the register',
    'acc_2: the activity log is not in the register',
  ]);
});
