import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Job } from '#jobs/job.ts';
import { createJobs, type Jobs } from '#jobs/jobs.ts';
import { runOnce } from '#jobs/testing-jobs.ts';
import { sandboxChain } from '../chain/sandbox-chain.ts';
import { now } from '#domain/clock.ts';
import { transactionRow } from '../lists/testing-lists.ts';
import { setUpService } from '../testing.ts';
import { insertTransactions, setTransactionStatus } from '../transactions/transactions.store.ts';
import { order, withdrawals } from '../withdrawals/testing-withdrawals.ts';
import { withdrawalsJob } from '../withdrawals/withdrawals.job.ts';
import { claimDelivery, MOST_ATTEMPTS } from './deliveries.store.ts';
import { retryFailed, sendAgain } from './destinations.store.ts';
import { eventsJob } from './events.job.ts';
import { ownEvents } from './testing-events.ts';
import { refuse, startReceiver } from './testing-receiver.ts';

const service = setUpService();
const { created, fillPool } = withdrawals(service);
const { addReceiver, destination, insert } = ownEvents(service);
const stops: (() => Promise<void>)[] = [];

beforeEach(() => {
  // Only the clock is simulated: the database and HTTP wait on real timers.
  vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(async () => {
  await Promise.all(stops.splice(0).map(async (stop) => stop()));
  vi.useRealTimers();
});

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

const failOn = (error: unknown) => {
  throw error;
};

function jobWith(options: Partial<Parameters<typeof eventsJob>[0]> = {}): Job {
  return eventsJob({ db: service.db, allowLoopback: true, ...options });
}

/** A process that sends events. */
function startSending(options: Partial<Parameters<typeof eventsJob>[0]> = {}): Jobs {
  const jobs = createJobs(failOn);
  jobs.add({ ...jobWith(options), pauseMs: 10 });
  jobs.start();
  stops.push(jobs.stop);
  return jobs;
}

it('sends every movement and change of status once, with the fields that providers send, to each destination', async () => {
  const receivers = [await startReceiver(), await startReceiver()];
  for (const { url } of receivers) await addReceiver(url);
  startSending();
  const id = await insert({ status: 'in_progress', amount: decimal('0.000000000000000001') });
  await inTransaction(service.db, async (tx) => await setTransactionStatus(tx, id, 'completed'));
  await inTransaction(service.db, async (tx) => await setTransactionStatus(tx, id, 'completed'));
  for (const receiver of receivers) {
    await expect
      .poll(receiver.summary)
      .toEqual(['pending in 0.000000000000000001', 'confirmed in 0.000000000000000001']);
    expect(receiver.requests[0]).toMatchObject({
      method: 'POST',
      url: '/events',
      headers: { 'content-type': 'application/json' },
    });
    expect(receiver.events[1]).toEqual({
      user_id: service.accountId,
      amount: '0.000000000000000001',
      block: null,
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      currency: 'USDT',
      direction: 'in',
      external_id: id,
      hash: expect.any(String),
      fee: '0',
      recipient_wallet: 'TRecipientOfThisTest',
      sender_wallet: 'TSenderOfThisTest',
      status: 'confirmed',
    });
  }
  await sleep(50);
  expect(receivers.map(({ events }) => events.length)).toEqual([2, 2]);
  expect(await destination()).toMatchObject({
    waiting: 0,
    failed: 0,
    latest: [{ attempts: 1 }, { attempts: 1 }],
  });
});

it('sends the deposit, the payment and its confirmation of a withdrawal', async () => {
  const receiver = await startReceiver();
  await addReceiver(receiver.url);
  await fillPool('trx', 'USDT', '500');
  await created(order());
  const chain = sandboxChain(service.db, { confirmAfterMs: 0, refusedShare: 0, failedShare: 0 });
  const withdrawing = withdrawalsJob({ db: service.db, chain });
  for (let round = 0; round < 6; round += 1) {
    later(60);
    while (await runOnce(withdrawing));
  }
  startSending();
  await expect.poll(() => receiver.events.length).toBe(3);
  expect(receiver.events.map(({ status, direction }) => `${status} ${direction}`)).toEqual([
    'confirmed in',
    'pending out',
    'confirmed out',
  ]);
});

it('sends nothing of a transaction that was rolled back, and nothing to an account without destinations', async () => {
  const receiver = await startReceiver();
  await insert({ amount: decimal('1') });
  await addReceiver(receiver.url);
  const row = transactionRow(service.accountId, 2, { created_at: now() });
  const rolledBack = inTransaction(service.db, async (tx) => {
    await insertTransactions(tx, [row]);
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await insert({ amount: decimal('3') });
  startSending();
  await expect.poll(receiver.summary).toEqual(['confirmed in 3']);
  const { count } = await service.db
    .selectFrom('event_deliveries')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(1);
});

it('sends an event whose process ended between commit and send, once the claim is over', async () => {
  const receiver = await startReceiver();
  await addReceiver(receiver.url);
  await insert();
  expect(await claimDelivery(service.db, 30_000)).toMatchObject({ attempts: 0 });
  const job = jobWith();
  expect(await runOnce(job)).toBe(false);
  later(31);
  expect(await runOnce(job)).toBe(true);
  await expect.poll(() => receiver.events.length).toBe(1);
});

it('sends no event twice at the same time from several processes', async () => {
  const receiver = await startReceiver((response) => void setTimeout(() => response.end(), 20));
  await addReceiver(receiver.url);
  const ids: string[] = [];
  for (let index = 0; index < 10; index += 1) ids.push(await insert());
  for (let index = 0; index < 3; index += 1) startSending();
  await expect.poll(() => receiver.events.length, { timeout: 5_000 }).toBe(10);
  await sleep(60);
  expect(receiver.events.map(({ external_id: id }) => id)).toEqual(ids);
});

it('leaves an event to another process when it stops while it sends', async () => {
  const receiver = await startReceiver(() => undefined);
  await addReceiver(receiver.url);
  await insert();
  const worker = startSending();
  await expect.poll(() => receiver.events.length).toBe(1);
  await worker.stop();
  receiver.respond = (response) => void response.end();
  startSending();
  await expect
    .poll(async () => (await destination()).latest[0])
    .toMatchObject({ state: 'delivered', attempts: 1 });
});

it('tries again after growing pauses for about a day, then says that it failed, until a user asks for more', async () => {
  const receiver = await startReceiver(refuse(503));
  await addReceiver(receiver.url);
  await insert();
  const givenUp: string[] = [];
  const job = jobWith({ onGivenUp: ({ delivery_id: id }) => givenUp.push(id) });
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    expect(await runOnce(job)).toBe(true);
    await expect.poll(async () => (await destination()).latest[0]?.attempts).toBe(attempt);
    await expect.poll(isUnclaimed).toBe(true);
    const nextTryAt = (await destination()).latest[0]?.next_try_at ?? null;
    if (nextTryAt === null) continue;
    const seconds = Math.round((Date.parse(nextTryAt) - Date.now()) / 1000);
    pauses.push(seconds);
    later(seconds - 2);
    expect(await runOnce(job)).toBe(false);
    later(3);
  }
  expect(pauses).toEqual([10, 30, 90, 270, 810, 2430, 7290, 21_600, 21_600, 21_600, 21_600]);
  const { id, failed, latest } = await destination();
  expect(failed).toBe(1);
  expect(latest[0]).toMatchObject({ state: 'failed', error: 'It responded with status 503.' });
  expect(givenUp).toEqual([latest[0]?.id]);
  expect(receiver.events).toHaveLength(MOST_ATTEMPTS);

  receiver.respond = (response) => void response.end();
  expect(await retryFailed(service.db, service.accountId, id)).toBe(true);
  await runOnce(job);
  await expect
    .poll(async () => (await destination()).latest[0])
    .toMatchObject({ state: 'delivered', error: null });
  expect(await sendAgain(service.db, service.accountId, latest[0]?.id ?? '')).toBe(true);
  await runOnce(job);
  await expect.poll(() => receiver.events.length).toBe(MOST_ATTEMPTS + 2);
});

async function isUnclaimed(): Promise<boolean> {
  const { claimed_until: until } = await service.db
    .selectFrom('event_destinations')
    .select('claimed_until')
    .executeTakeFirstOrThrow();
  return until === null;
}

it('keeps the order while a destination is away, and lets later events overtake one that is never accepted', async () => {
  const receiver = await startReceiver(refuse(500));
  await addReceiver(receiver.url);
  await insert({ amount: decimal('1') });
  await insert({ amount: decimal('2') });
  startSending();
  await expect.poll(receiver.summary).toEqual(['confirmed in 1']);
  receiver.respond = (response, { amount }) => void response.writeHead(amount === '1' ? 400 : 200).end();
  later(11);
  await expect.poll(() => receiver.events.length).toBe(2);
  await expect.poll(isUnclaimed).toBe(true);
  later(31);
  await expect.poll(receiver.summary).toEqual([...Array<string>(3).fill('confirmed in 1'), 'confirmed in 2']);
});

it('holds up no other destination while one does not respond, and gives up on it after the time limit', async () => {
  const hanging = await startReceiver(() => undefined);
  const other = await startReceiver();
  await addReceiver(hanging.url);
  await addReceiver(other.url);
  await insert();
  startSending({ timeoutMs: 1_000 });
  await expect.poll(() => hanging.events.length).toBe(1);
  await insert();
  await expect.poll(() => other.events.length, { timeout: 900 }).toBe(2);
  await expect
    .poll(async () => (await destination()).latest.at(-1)?.error, { timeout: 3_000 })
    .toBe('It didn’t respond within 1 second.');
});

it.each([301, 302, 307, 404])('does not count a response with status %i as delivered', async (status) => {
  const receiver = await startReceiver(refuse(status));
  await addReceiver(receiver.url);
  await insert();
  startSending();
  await expect
    .poll(async () => (await destination()).latest[0])
    .toMatchObject({ state: 'waiting', attempts: 1 });
  expect((await destination()).latest[0]?.error).toContain(String(status));
  expect(receiver.requests.map(({ url }) => url)).toEqual(['/events']);
});

it('sends nothing to this machine outside the sandbox, even if the URL was added in it', async () => {
  const receiver = await startReceiver();
  await addReceiver(receiver.url);
  await insert();
  startSending({ allowLoopback: false });
  await expect
    .poll(async () => (await destination()).latest[0]?.error)
    .toBe('It leads to an address of a private network, where events aren’t sent.');
  expect(receiver.requests).toEqual([]);
});
