import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openSession } from '#contract/gateway/sign-in.ts';
import { readSession } from '#contract/gateway/sessions.ts';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import type * as client from './client.ts';
import type { EarlyResponse } from './early-responses.ts';

const path = '/api/prod/v1/transactions?limit=300';
const query = { limit: 300 };

const startedAt = new Date('2026-11-23T12:00:00Z');

let asked: string[];
let stored: string | null;

const answer = (count: number, init: ResponseInit = {}) =>
  Response.json({ code: '200', data: { user_id: 'u', count, transactions: [] } }, init);

/** Requests made early, as the gateway's page does it. */
function requestEarly(response: Response | undefined): void {
  const early: EarlyResponse | undefined = response && { response, askedAt: 1_000, arrivedAt: 2_000 };
  const responses = new Map([[path, Promise.resolve(early)]]);
  vi.stubGlobal('window', { earlyResponses: { sessionChange: null, responses } });
}

// Imports the module again: its scripts start at that time, not when another file used them.
let call: typeof client.call;
let requestedAt: typeof client.requestedAt;
beforeAll(async () => {
  vi.useFakeTimers({ now: startedAt, toFake: ['Date'] });
  vi.resetModules();
  ({ call, requestedAt } = await import('./client.ts'));
});

beforeEach(() => {
  vi.setSystemTime(startedAt);
  asked = [];
  stored = null;
  vi.stubGlobal('localStorage', { getItem: () => stored });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return answer(2);
  });
});

afterEach(() => vi.unstubAllGlobals());

it('uses an early response once, with the time of the request', async () => {
  requestEarly(answer(1));
  const list = await call(listTransactions, { query });
  expect(list.count).toBe(1);
  expect(requestedAt(list)).toBe(1_000);
  expect(asked).toEqual([]);
  expect((await call(listTransactions, { query })).count).toBe(2);
  expect(asked).toEqual([path]);
});

it('uses it for the very same request only', async () => {
  requestEarly(answer(1));
  await call(listTransactions, { query: { limit: 100 } });
  await call(listTransactions, { query: { ...query, offset: 300 } });
  expect(asked).toEqual(['/api/prod/v1/transactions', `${path}&offset=300`]);
});

it.each([
  ['failed', () => answer(1, { status: 502 })],
  ['was never answered', () => undefined],
])('requests again what %s', async (_what, response) => {
  requestEarly(response());
  expect((await call(listTransactions, { query })).count).toBe(2);
  expect(asked).toEqual([path]);
});

it('uses nothing after a sign-in here', async () => {
  requestEarly(answer(1));
  await call(openSession, { body: { token: 'other' } }).catch(() => undefined);
  expect((await call(listTransactions, { query })).count).toBe(2);
});

it('uses nothing after a sign-in in another tab', async () => {
  requestEarly(answer(1));
  stored = 'in 1 2';
  expect((await call(listTransactions, { query })).count).toBe(2);
});

it('uses nothing that comes after the first page', async () => {
  requestEarly(answer(1));
  vi.setSystemTime(startedAt.getTime() + 60_000);
  expect((await call(listTransactions, { query })).count).toBe(2);
});

it('ends the wait for it with the request', async () => {
  requestEarly(answer(1));
  window.earlyResponses?.responses.set('/session', new Promise(() => undefined));
  const abort = new AbortController();
  const waiting = call(readSession, {}, abort.signal);
  abort.abort(new Error('Gone elsewhere'));
  await expect(waiting).rejects.toThrow('Gone elsewhere');
});
