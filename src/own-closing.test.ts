import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ClosedPeriod } from '#contract/gateway/closed-periods.ts';
import type { ClosingChecks } from '#contract/gateway/closing.ts';
import { insertOutcome } from './gateway/outcomes/outcomes.store.ts';
import { at, closedPath, month, outcome, setUpClosing } from './testing-closing.ts';

const closing = setUpClosing();
const { ask, books, checks, close, database, hash, move, state, verify } = closing;
const [january, february, march] = ['2026-01', '2026-02', '2026-03'].map(month) as [
  ReturnType<typeof month>,
  ReturnType<typeof month>,
  ReturnType<typeof month>,
];

/** January with one deposit, and the clock in February. */
async function fillJanuary(): Promise<void> {
  await move({ amount: '10', created: at('2026-01-15 12:00') });
  state.now = at('2026-02-03 09:00');
}

async function closeJanuary(): Promise<ClosedPeriod> {
  await fillJanuary();
  const { status, message, data } = await close(january);
  expect([status, message]).toEqual([200, null]);
  return data;
}

const refusal = async (period = january) => {
  const { status, message } = await close(period);
  return [status, message];
};

const failedOf = (found: ClosingChecks) =>
  Object.entries(found)
    .filter(([, { passed }]) => passed !== true)
    .map(([name]) => name);

describe('closing a period', () => {
  it('records its entries, their hash, its totals, who closed it and when, also in the activity log', async () => {
    await fillJanuary();
    await move({ amount: '4', created: at('2026-02-01 00:00') });
    const confirmed = await hash(january);
    expect(failedOf(await checks(january))).toEqual([]);
    const { data } = await close(january);
    expect(data).toMatchObject({
      ...january,
      closed_by: 'Daniel Okafor',
      entries: 1,
      sha256: confirmed.sha256,
      totals: [{ currency: 'USDT', opening: '0', moved: '10', closing: '10' }],
      reopened: null,
      verified: null,
      drift: 0,
    });
    expect(data.closed_at.slice(0, 16)).toBe('2026-02-03T09:00');
    expect(await books()).toMatchObject({ version: 1, next_from: january.to, count: 1, periods: [data] });
    const recorded = await database.db
      .selectFrom('audit_log_entries')
      .select(['operation', 'details', 'created_id', 'user_name', 'status'])
      .where('operation', '=', 'closePeriod')
      .orderBy('sequence')
      .execute();
    expect(recorded).toMatchObject([
      { details: expect.stringContaining(confirmed.sha256), user_name: 'Daniel Okafor' },
      { created_id: data.id, status: 200 },
    ]);
  });

  it('hashes documented lines in booking order, so that anyone can recompute the hash', async () => {
    const late = await move({
      amount: '2.50',
      created: at('2026-01-15 12:00'),
      booked: at('2026-01-16 08:00'),
    });
    const first = await move({ amount: '10', created: at('2026-01-15 12:00') });
    state.now = at('2026-02-03 09:00');
    const { rows } = await sql<{ id: string; reference: string }>`
      select posting_id as id, reference from ledger_postings`.execute(database.db);
    const idOf = (reference: string) => rows.find((row) => row.reference === reference)?.id;
    const { address } = state.wallet;
    const account = `wallet/trx/${address}/USDT`;
    const lines = [
      `2026-01-15T12:00:00.000000Z,${idOf(first)}:${account},deposit,${first},user,trx,USDT,available,${address},10\n`,
      `2026-01-16T08:00:00.000000Z,${idOf(late)}:${account},deposit,${late},user,trx,USDT,available,${address},2.5\n`,
    ];
    expect(await hash(january)).toEqual({
      entries: 2,
      sha256: createHash('sha256').update(lines.join('')).digest('hex'),
    });
    expect(await hash(january)).toEqual(await hash(january));
  });

  it('refuses entries that aren’t those that were confirmed', async () => {
    await fillJanuary();
    const { status, message } = await ask(closedPath, { ...january, version: 0, sha256: 'a'.repeat(64) });
    expect([status, message]).toEqual([409, expect.stringContaining('aren’t those that you confirmed')]);
    expect((await books()).count).toBe(0);
  });

  it.each([
    ['begins within a day', { from: at('2026-01-01 00:01') }, 'from'],
    ['ends within a day', { to: at('2026-02-01 00:01') }, 'to'],
    ['ends before it begins', { to: at('2025-12-01 00:00') }, 'to'],
    ['is in a zone that there isn’t', { time_zone: 'Europe/Atlantis' }, 'time_zone'],
    ['has a day of another zone', { time_zone: 'Europe/Berlin' }, 'from'],
  ])('refuses a period that %s', async (_, change, field) => {
    await fillJanuary();
    const { status, data } = await ask<object>(closedPath, {
      ...january,
      ...change,
      version: 0,
      sha256: 'a'.repeat(64),
    });
    expect([status, Object.keys(data)]).toEqual([400, [field]]);
  });

  it('takes days of any zone, also those that begin when clocks are changed', async () => {
    await fillJanuary();
    const berlin = {
      from: at('2025-12-31 23:00'),
      to: at('2026-01-31 23:00'),
      time_zone: 'Europe/Berlin',
    };
    expect((await close(berlin)).status).toBe(200);
    state.now = at('2026-05-03 09:00');
    // Summer time begins on March 29.
    expect((await close({ ...berlin, from: berlin.to, to: at('2026-03-31 22:00') })).status).toBe(200);
  });

  it('begins where the last closed period ends, without gap or overlap', async () => {
    await closeJanuary();
    state.now = at('2026-04-03 09:00');
    for (const period of [january, march, { ...february, from: at('2026-01-31 00:00') }]) {
      const { status, data } = await close(period);
      expect([status, data]).toEqual([
        400,
        { from: 'must be 2026-02-01T00:00:00.000000Z, where the last closed period ends' },
      ]);
    }
    expect((await close({ ...february, to: at('2026-02-08 00:00') })).status).toBe(200);
  });

  it('of two users who close at once lets one win, and tells the other who was first', async () => {
    await fillJanuary();
    const other = await closing.addFinance({ name: 'Priya Nair' });
    const { sha256 } = await hash(january);
    const body = { ...january, version: 0, sha256 };
    const answers = await Promise.all([ask(closedPath, body), ask(closedPath, body, other)]);
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    expect([won?.status, lost?.status]).toEqual([200, 409]);
    expect(lost?.message).toMatch(
      /^(?:Daniel Okafor|Priya Nair) closed 2026-01-01 – 2026-01-31 first, so nothing was changed\./,
    );
    expect((await books()).count).toBe(1);
  });

  it('and reopening at once leave no hole: one of the two is refused', async () => {
    const { id } = await closeJanuary();
    state.now = at('2026-03-03 09:00');
    const { sha256 } = await hash(february);
    const answers = await Promise.all([
      ask(closedPath, { ...february, version: 1, sha256 }),
      ask(`${closedPath}/reopen`, { id, version: 1, reason: 'A deposit is missing' }),
    ]);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
    expect((await books()).version).toBe(2);
  });

  it('needs the permission to close the books, and no limits', async () => {
    await fillJanuary();
    const viewer = await closing.addFinance({ roles: ['viewer'] });
    const { status } = await close(january, viewer);
    expect(status).toBe(403);
    const limited = await closing.addFinance({ limits: { networks: ['trx'], wallet_tags: [] } });
    expect((await close(january, limited)).message).toContain('Users with limits');
    expect((await ask(closedPath, undefined, viewer)).status).toBe(200);
  });
});

describe('a check', () => {
  it('waits until the period is over, and what was booked in it is stored', async () => {
    await fillJanuary();
    state.now = at('2026-02-01 00:14');
    state.check = { ...state.check, checked_at: january.to, history_checked_at: january.to };
    expect(await checks(january)).toMatchObject({
      over: { passed: false, closable_at: '2026-02-01T00:15:00.000000Z' },
      adds_up: { passed: true },
    });
    expect(await refusal()).toEqual([409, expect.stringContaining('ended too recently')]);
    state.now = at('2026-01-20 00:00');
    expect(await checks(january)).toMatchObject({ over: { passed: false }, adds_up: { passed: null } });
  });

  it('finds movements of no known kind', async () => {
    await fillJanuary();
    await sql`update ledger_postings set kind = 'gift'`.execute(database.db);
    expect(await checks(january)).toMatchObject({
      adds_up: {
        passed: false,
        rows: 1,
        faults: [{ currency: 'USDT', place: { type: 'user', network: 'trx' }, difference: '10' }],
      },
    });
    expect(await refusal()).toEqual([
      409,
      '2026-01-01 – 2026-01-31 can’t be closed: its statement doesn’t add up',
    ]);
  });

  it('compares the opening with what the period before it closed with', async () => {
    await closeJanuary();
    state.now = at('2026-03-03 09:00');
    expect(failedOf(await checks(february))).toEqual([]);
    await sql`update ledger_accounts set balance = balance + 0.000001 where kind = 'wallet'`.execute(
      database.db,
    );
    expect(await checks(february)).toMatchObject({
      adds_up: { passed: true },
      opening: {
        passed: false,
        is_first: false,
        differences: [
          {
            type: 'user',
            network: 'trx',
            currency: 'USDT',
            part: 'total',
            expected: '10',
            found: '10.000001',
          },
        ],
      },
    });
    expect(await refusal(february)).toEqual([409, expect.stringContaining('doesn’t open with')]);
  });

  it.each([
    ['has found a fault', { fault_count: 1 }, false],
    ['has never run', { checked_at: null }, null],
    ['hasn’t run since the period’s end', { checked_at: '2026-02-01T00:14:59.999Z' }, null],
    ['hasn’t looked at all history since then', { history_checked_at: '2026-01-31T23:00:00.000Z' }, null],
  ])('fails while the ledger check %s', async (_, change, passed) => {
    await fillJanuary();
    Object.assign(state.check, change);
    const found = await checks(january);
    expect(failedOf(found)).toEqual(['ledger_check']);
    expect(found.ledger_check.passed).toBe(passed);
    expect(await refusal()).toEqual([409, expect.stringContaining('the ledger check hasn’t finished')]);
  });

  it('fails while a withdrawal of the time has no known outcome', async () => {
    await fillJanuary();
    const row = outcome(state.accountId, 'outcome_unknown', at('2026-01-31 23:59'));
    await insertOutcome(database.db, row);
    await insertOutcome(database.db, outcome(state.accountId, 'outcome_unknown', at('2026-02-01 00:00')));
    await insertOutcome(database.db, outcome(state.accountId, 'confirmed', at('2026-01-31 23:00')));
    expect(await checks(january)).toMatchObject({ outcomes: { passed: false, unknown: 1 } });
    expect(await refusal()).toEqual([409, expect.stringContaining('unknown outcome')]);
    await database.db
      .updateTable('withdrawal_outcomes')
      .set({ state: 'handled', note: 'Paid', handled_at: state.now, sealed_key: null, next_at: null })
      .where('outcome_id', '=', row.outcome_id)
      .execute();
    expect(failedOf(await checks(january))).toEqual([]);
  });
});

describe('a verification', () => {
  it('finds that nothing has changed, whatever was booked since', async () => {
    const { id, sha256 } = await closeJanuary();
    await move({ amount: '3', created: at('2026-01-31 23:58'), booked: at('2026-02-04 10:00') });
    state.now = at('2026-02-05 10:00');
    expect((await verify(id)).verified).toMatchObject({
      by: 'Daniel Okafor',
      entries_hold: true,
      totals_hold: true,
      entries: 1,
      sha256,
    });
    expect((await books()).changed).toBe(0);
  });

  it.each([
    ['an amount', sql`update ledger_entries set amount = amount * 2`],
    ['a time', sql`update ledger_postings set created_at = created_at + interval '1 microsecond'`],
    ['a document', sql`update ledger_postings set reference = 'tx_of_another'`],
    ['the number of entries', sql`delete from ledger_entries where amount > 0`],
  ])('finds that %s was changed by hand', async (_, tampering) => {
    const { id, sha256 } = await closeJanuary();
    await tampering.execute(database.db);
    if (_ === 'a time') {
      await sql`update ledger_entries set created_at = created_at + interval '1 microsecond'`.execute(
        database.db,
      );
    }
    const { verified } = await verify(id);
    expect(verified).toMatchObject({ entries_hold: false });
    expect(verified?.sha256).not.toBe(sha256);
    expect((await books()).changed).toBe(1);
    expect((await books()).periods[0]?.sha256).toBe(sha256);
  });

  it('finds that a balance was changed by hand, which is no entry', async () => {
    const { id } = await closeJanuary();
    await sql`update ledger_accounts set balance = balance + 1 where kind = 'wallet'`.execute(database.db);
    expect((await verify(id)).verified).toMatchObject({ entries_hold: true, totals_hold: false });
  });
});
