import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { decimal } from '#domain/decimal.ts';
import { addMs, instantFromDate } from '#domain/time.ts';
import { claimDue } from './claim-due.ts';

const database = useTestDatabase();
const now = instantFromDate(new Date('2026-01-02T03:04:05Z'));

/** Outcomes of withdrawals have all that a claim can use. */
async function add(id: string, dueInMs: number | null, accountId = 'a'): Promise<void> {
  await database.db
    .insertInto('withdrawal_outcomes')
    .values({
      outcome_id: id,
      account_id: accountId,
      external_id: id,
      state: dueInMs === null ? 'not_created' : 'outcome_unknown',
      network: 'trx',
      currency: 'USDT',
      amount: decimal('1'),
      recipient_wallet: 'T',
      recipient_key: 'T',
      sender: null,
      sender_wallet: null,
      body_hash: id,
      key_name: null,
      key_fingerprint: 'f',
      via: 'session',
      sealed_key: dueInMs === null ? null : Buffer.from('key'),
      lease_version: 1,
      attempts: 1,
      first_attempt_at: now,
      last_attempt_at: now,
      request_id: null,
      response: null,
      refusal: null,
      unknown_since: now,
      unknown_because: 'No response.',
      checks: 0,
      checked_at: null,
      finding: null,
      next_at: dueInMs === null ? null : addMs(now, dueInMs),
      note: null,
      handled_by: null,
      handled_at: null,
    })
    .execute();
}

const rows = {
  table: 'withdrawal_outcomes',
  id: 'outcome_id',
  due: 'next_at',
  version: 'lease_version',
} as const;
const claim = async (options: Partial<Parameters<typeof claimDue>[2]> = {}, where = sql`true`) => {
  const claimed = await claimDue(
    database.db,
    { ...rows, where, set: sql`checks = claimed.checks + 1` },
    { most: 10, atHand: [], now, leaseMs: 5_000, ...options },
  );
  return claimed.map(({ outcome_id: id }) => id).toSorted();
};

it('claims what is due and has waited longest, up to a number, and nothing that is not due', async () => {
  await add('late', 1);
  await add('done', null);
  await add('second', -1_000);
  await add('first', -2_000);
  await add('third', 0);
  expect(await claim({ most: 2 })).toEqual(['first', 'second']);
  expect(await claim()).toEqual(['third']);
  expect(await claim()).toEqual([]);
});

it('changes the version and what the job adds, and claims again when the lease has ended', async () => {
  await add('a', 0);
  const [first] = await claimDue(database.db, rows, { most: 1, atHand: [], now, leaseMs: 5_000 });
  expect(first).toMatchObject({ lease_version: 2, checks: 0, next_at: addMs(now, 5_000) });
  expect(await claim({ now: addMs(now, 4_999) })).toEqual([]);
  expect(await claim({ now: addMs(now, 5_000) })).toEqual(['a']);
  const row = await database.db.selectFrom('withdrawal_outcomes').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ lease_version: 3, checks: 1 });
});

it('leaves out rows of other kinds, and those at hand even when a clock that jumps 400 days has ended their lease', async () => {
  await add('mine', 0);
  await add('theirs', 0, 'b');
  expect(await claim({}, sql`account_id = 'a'`)).toEqual(['mine']);
  const ahead = addMs(now, 400 * 86_400_000);
  expect(await claim({ now: ahead, atHand: ['mine'] })).toEqual(['theirs']);
});

it('gives each row to one of several processes that claim at the same time', async () => {
  for (let index = 0; index < 20; index += 1) await add(`o-${index}`, -index);
  const claims = await Promise.all(Array.from({ length: 8 }, async () => claim({ most: 3 })));
  const claimed = claims.flat();
  expect(new Set(claimed).size).toBe(claimed.length);
  const left = await claim({ most: 20 });
  expect(claimed.length + left.length).toBe(20);
});
