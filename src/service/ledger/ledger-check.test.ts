import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addMs } from '#domain/time.ts';
import { runOnce } from '#jobs/testing-jobs.ts';
import { sandboxChain } from '../chain/sandbox-chain.ts';
import { now } from '#domain/clock.ts';
import { insertAccount } from '../keys/accounts.store.ts';
import { setUpService } from '../testing.ts';
import {
  letTimePass,
  order,
  watchedChain,
  withdrawals,
  workThrough,
} from '../withdrawals/testing-withdrawals.ts';
import { withdrawalsJob } from '../withdrawals/withdrawals.job.ts';
import { arePaymentsStopped, listFaults, resumePayments } from './faults.store.ts';
import { ledgerCheckJob } from './ledger-check.job.ts';
import { checkNext, checkRound } from './ledger-check.ts';

const service = setUpService();
const { created, found, funded } = withdrawals(service);

const chain = () => sandboxChain(service.db, { confirmAfterMs: 0, refusedShare: 0, failedShare: 0 });
const job = () => withdrawalsJob({ db: service.db, chain: chain() });
const sent = async () => await service.db.selectFrom('sandbox_chain_payments').select('hash').execute();
const openFaults = async () => await listFaults(service.db, service.accountId, 100);
const rulesOf = async () => (await openFaults()).map(({ rule }) => rule);
const isStopped = async (accountId = service.accountId) => await arePaymentsStopped(service.db, accountId);
const resume = async () =>
  await resumePayments(service.db, service.accountId, {
    faultIds: (await openFaults()).map(({ fault_id: id }) => id),
    note: 'Looked at it.',
    keyName: 'Administrator',
  });

const raiseBalance = async (kind = 'wallet') =>
  await sql`update ledger_accounts set balance = balance + 1 where kind = ${kind}`.execute(service.db);
const lowerBalance = async (kind = 'wallet') =>
  await sql`update ledger_accounts set balance = balance - 1 where kind = ${kind}`.execute(service.db);

const ofWallet = async () => {
  const wallet = await funded('trx', 'USDT', '100');
  return order({ sender: 'user', sender_wallet: wallet.address, amount: '20' });
};

afterEach(() => {
  vi.useRealTimers();
});

describe('a fault', () => {
  beforeEach(async () => {
    await funded('eth', 'ETH', '2');
  });

  it('stops the payments of its account, and of no other', async () => {
    const other = await insertAccount(service.db, 'Other');
    expect(await checkRound(service.db, 'current')).toEqual([]);
    await raiseBalance();
    expect(await checkRound(service.db, 'current')).toHaveLength(1);
    expect(await openFaults()).toMatchObject([
      { rule: 'balance-is-sum-of-entries', account_id: service.accountId, found: 'a balance of 3' },
    ]);
    expect([await isStopped(), await isStopped(other)]).toEqual([true, false]);
  });

  it('of no account stops the payments of all', async () => {
    const other = await insertAccount(service.db, 'Other');
    await sql`update address_chains set next_index = 0 where network = 'eth'`.execute(service.db);
    await checkRound(service.db, 'current');
    expect(await rulesOf()).toEqual(['address-used-again']);
    expect([await isStopped(), await isStopped(other)]).toEqual([true, true]);
  });

  it('that is repaired is resolved by the next round, and payments go on', async () => {
    await raiseBalance();
    await checkRound(service.db, 'current');
    await lowerBalance();
    await checkRound(service.db, 'current');
    expect([await rulesOf(), await isStopped()]).toEqual([[], false]);
  });

  it('that only history finds is not resolved by a round of what is current', async () => {
    await sql`update wallet_counts set wallets = 7`.execute(service.db);
    expect(await checkRound(service.db, 'current')).toEqual([]);
    expect(await checkRound(service.db, 'history')).toHaveLength(1);
    expect(await checkRound(service.db, 'current')).toEqual([]);
    expect([await rulesOf(), await isStopped()]).toEqual([['wallets-miscounted'], true]);
    await sql`update wallet_counts set wallets = 1`.execute(service.db);
    await checkRound(service.db, 'current');
    expect(await isStopped()).toBe(false);
  });

  it('that an administrator has accepted stops nothing any more, while another one stops payments again', async () => {
    await raiseBalance();
    await checkRound(service.db, 'current');
    await resume();
    await checkRound(service.db, 'current');
    expect([await rulesOf(), await isStopped()]).toEqual([['balance-is-sum-of-entries'], false]);
    await raiseBalance();
    await checkRound(service.db, 'current');
    expect(await isStopped()).toBe(true);
  });

  it('of no account that one account has accepted still stops the others', async () => {
    const other = await insertAccount(service.db, 'Other');
    await sql`update address_chains set next_index = 0 where network = 'eth'`.execute(service.db);
    await checkRound(service.db, 'current');
    await resume();
    expect([await isStopped(), await isStopped(other)]).toEqual([false, true]);
  });
});

/** Until the next round. */
const stop = async () => {
  await raiseBalance('hold');
  await checkRound(service.db, 'current');
  expect(await isStopped()).toBe(true);
  await lowerBalance('hold');
};
const goOn = async () => await checkRound(service.db, 'current');

describe('while payments are stopped', () => {
  it('a new request is accepted and not started, and is paid when they go on', async () => {
    const { request_id } = await created(await ofWallet());
    await stop();
    await workThrough(service.db, job(), 2);
    expect(await found(request_id)).toMatchObject({ status: 'new' });
    const later = await service.call('POST', '/withdrawal-request', { body: await ofWallet() });
    expect(later.status).toBe(200);
    await goOn();
    await workThrough(service.db, job());
    expect(await found(request_id)).toMatchObject({ status: 'completed' });
    expect(await sent()).toHaveLength(2);
  });

  it.each(['after signing', 'before sending'])(
    'nothing is sent of a request that was begun (%s)',
    async (border) => {
      const { request_id } = await created(await ofWallet());
      const halted = watchedChain(chain(), async (name) => {
        if (name === border) throw new Error('stops here');
      });
      await letTimePass(service.db);
      await expect(runOnce(withdrawalsJob({ db: service.db, chain: halted }))).rejects.toThrow('stops here');
      await sql`update sends_in_flight set ends_at = now()`.execute(service.db);
      await stop();
      await workThrough(service.db, job(), 2);
      expect(await found(request_id)).toMatchObject({ status: 'processing' });
      expect(await sent()).toEqual([]);
      await goOn();
      await workThrough(service.db, job());
      expect(await found(request_id)).toMatchObject({ status: 'completed' });
    },
  );

  it('a payment that was sent is followed to its end', async () => {
    const { request_id } = await created(await ofWallet());
    await letTimePass(service.db);
    await runOnce(job());
    expect(await sent()).toHaveLength(1);
    await stop();
    await workThrough(service.db, job(), 2);
    expect(await found(request_id)).toMatchObject({ status: 'completed' });
  });
});

describe('the sums of old entries', () => {
  beforeEach(async () => {
    await service.fund(await service.wallet('btc'), 'BTC', '0.5');
    await sql`update ledger_entries set created_at = created_at - interval '3 days'`.execute(service.db);
    await checkRound(service.db, 'current');
  });

  it('are enough to find a balance that was changed, within a round of what is current', async () => {
    const { rows } = await sql`select * from ledger_checkpoints`.execute(service.db);
    expect(rows).toMatchObject([{ total: '0.5' }]);
    await raiseBalance();
    await checkRound(service.db, 'current');
    expect(await rulesOf()).toEqual(['balance-is-sum-of-entries']);
  });

  it('are computed again by a round of history, which finds an old entry that was changed', async () => {
    await sql`update ledger_postings set created_at = created_at - interval '3 days'`.execute(service.db);
    await sql`update ledger_entries set amount = amount * 2`.execute(service.db);
    expect(await checkRound(service.db, 'current')).toEqual([]);
    await checkRound(service.db, 'history');
    expect((await rulesOf()).sort()).toEqual(['balance-is-sum-of-entries', 'deposit-differs']);
  });

  it('are dropped by a round of history when the entries are gone', async () => {
    await sql`delete from ledger_entries`.execute(service.db);
    await checkRound(service.db, 'history');
    expect(await rulesOf()).toContain('balance-is-sum-of-entries');
  });

  it('are right however few entries a step adds', async () => {
    const wallet = await service.wallet('eth');
    for (let n = 1; n <= 30; n += 1) await service.fund(wallet, n % 2 ? 'ETH' : 'USDT', String(n));
    await sql`update ledger_entries set created_at = created_at - interval '3 days'`.execute(service.db);
    const position = async () =>
      await sql`update ledger_checks set position = replace(position, '"size":', '"size":1,"was":')
        where position is not null`.execute(service.db);
    await checkRound(service.db, 'history');
    for (let steps = 0; ; steps += 1) {
      const { outcome } = await checkNext(service.db, 'history', { isAtOnce: true });
      if (outcome === 'finished') break;
      expect(steps).toBeLessThan(200);
      if (steps < 3) await position();
    }
    expect(await openFaults()).toEqual([]);
    const { rows } = await sql<{ total: string }>`
      select total from ledger_checkpoints order by total`.execute(service.db);
    expect(rows.map(({ total }) => total)).toEqual(['0.5', '225', '240']);
  });
});

describe('the running check', () => {
  it('looks at what payments depend on once a minute, and at history once a day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date() });
    const { db } = service;
    const run = async (scope: 'current' | 'history') => {
      const running = ledgerCheckJob({ db, scope, startAfterMs: 0 });
      // The first look makes the row that says when a round is due; a step is due after a pause.
      for (let n = 0; n < 40; n += 1) {
        await runOnce(running);
        vi.setSystemTime(Date.now() + 100);
      }
      const row = await db
        .selectFrom('ledger_checks')
        .selectAll()
        .where('scope', '=', scope)
        .executeTakeFirstOrThrow();
      return row;
    };
    for (const [scope, seconds] of [
      ['current', 60],
      ['history', 86_400],
    ] as const) {
      const first = await run(scope);
      expect(first.next_at).toBe(addMs(first.started_at ?? now(), seconds * 1000));
      vi.setSystemTime(Date.now() + (seconds - 15) * 1000);
      expect((await run(scope)).finished_at).toBe(first.finished_at);
      vi.setSystemTime(Date.now() + 10_000);
      expect((await run(scope)).finished_at).not.toBe(first.finished_at);
    }
  });

  it('goes on where a process ended, and is done by one process at a time', async () => {
    const { db } = service;
    for (let n = 0; n < 30; n += 1) await service.wallet('btc');
    await checkRound(db, 'history');
    const start = async () => await checkNext(db, 'history', { isAtOnce: true });
    expect((await start()).outcome).toBe('continues');
    const roundOf = async () => {
      const { position } = await db
        .selectFrom('ledger_checks')
        .select('position')
        .where('scope', '=', 'history')
        .executeTakeFirstOrThrow();
      return (JSON.parse(position ?? '{}') as { round?: string }).round;
    };
    const round = await roundOf();
    const outcomes = await Promise.all(Array.from({ length: 4 }, start));
    expect(outcomes.filter(({ outcome }) => outcome === 'finished')).toEqual([]);
    expect(await roundOf()).toBe(round);
  });

  it.each([
    ['an hour back', -3_600_000],
    ['400 days ahead', 400 * 86_400_000],
  ])('goes on at its pace when the clock is set %s', async (_, jumpMs) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date() });
    const { db } = service;
    const finish = async () => {
      // After the first look, which makes the row, a round is a step for each walk.
      const running = ledgerCheckJob({ db, scope: 'current', startAfterMs: 0 });
      for (let n = 0; n < 40; n += 1) {
        await runOnce(running);
        vi.setSystemTime(Date.now() + 100);
      }
      return { running, ...(await db.selectFrom('ledger_checks').selectAll().executeTakeFirstOrThrow()) };
    };
    const before = await finish();
    vi.setSystemTime(Date.now() + jumpMs);
    const after = await finish();
    expect(after.finished_at).not.toBe(before.finished_at);
    expect(after.next_at).toBe(addMs(after.started_at ?? now(), 60_000));
    // One round alone comes of it.
    expect(await runOnce(after.running)).toBe(false);
  });

  it('tells of each new fault once', async () => {
    const { db } = service;
    await funded('eth', 'ETH', '2');
    await raiseBalance();
    const heard: string[] = [];
    const onFault = ({ rule }: { rule: string }) => void heard.push(rule);
    const running = ledgerCheckJob({ db, scope: 'current', onFault, startAfterMs: 0 });
    for (let n = 0; n < 4; n += 1) {
      while (await runOnce(running));
      await sql`update ledger_checks set next_at = now() - interval '1 second'`.execute(db);
    }
    expect(heard).toEqual(['balance-is-sum-of-entries']);
  });
});
