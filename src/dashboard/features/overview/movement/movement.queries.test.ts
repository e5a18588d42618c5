import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MovementPeriod } from './movement-address.ts';
import { sumMovements } from '#contract/gateway/list-sums.ts';
import { callsAny } from '#dashboard/api/queries.ts';
import { staleAfterMovement } from '#dashboard/api/stale.ts';
import { instant } from '#dashboard/lib/zones.arbitrary.ts';
import { movementOf } from './movement.queries.ts';

/** A transaction of the provider, with the fields that matter here. */
type Row = { id: string; at: string; direction: 'in' | 'out'; amount: string };

let rows: Row[] = [];
/** What the server says of the movement itself; null: it can't add up the provider's transactions, for the reason given. */
let summed: object | null = null;
let reason: string | null = null;
/** Whether the server is still reading the provider's list. */
let isReading = false;
let bodies: unknown[] = [];
let asked: URLSearchParams[] = [];
let client = new QueryClient();

// The far side of the network: a provider's list of completed transactions, newest first.
function answer(url: string, body: unknown): Response {
  const { pathname, searchParams: query } = new URL(url, 'http://console.example');
  if (pathname === sumMovements.path) {
    bodies.push(body);
    if (isReading) return stillReading();
    const data = { found: summed, unreadable_reason: reason };
    return Response.json({ code: '200', error_code: null, error_message: null, data });
  }
  asked.push(query);
  const [from = '', to = ''] = ['created_from', 'created_to'].map((name) => query.get(name) ?? '');
  const matching = rows.filter(({ at }) => from <= at && at <= to).toSorted((a, b) => (a.at < b.at ? 1 : -1));
  const offset = Number(query.get('offset'));
  const page = matching.slice(offset, offset + Number(query.get('limit')));
  return Response.json({
    code: '200',
    error_code: null,
    error_message: null,
    data: {
      count: matching.length,
      transactions: page.map(({ id, at, direction, amount }) => ({
        transaction_id: id,
        network: 'btc',
        direction,
        status: 'completed',
        amount,
        currency: 'BTC',
        sender_wallet: 'a',
        recipient_wallet: 'b',
        hash: 'c',
        fee: '0',
        created_at: `${at.slice(0, 10)} ${at.slice(11, 26)}+00`,
      })),
    },
  });
}

function stillReading(): Response {
  isReading = false;
  const body = { code: '504', error_code: 'system', error_message: 'Reading all rows.', data: null };
  return Response.json(body, { status: 504, headers: { 'retry-after': '1' } });
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit) =>
    Promise.resolve(answer(url, typeof body === 'string' ? JSON.parse(body) : undefined)),
  );
  rows = Array.from({ length: 700 }, (_, index) => row(index, 'in', '0.00000001'));
  asked = [];
  bodies = [];
  summed = null;
  reason = 'too_long';
  isReading = false;
  client = new QueryClient();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A row each minute, the newest first. */
function row(minutesAgo: number, direction: 'in' | 'out', amount: string): Row {
  const at = new Date(Date.now() - minutesAgo * 60_000 - 1).toISOString().replace('Z', '000Z');
  return { id: `tx_${Date.now()}_${minutesAgo}_${direction}`, at, direction, amount };
}

/** Reads, a minute later each time. */
async function read(period: MovementPeriod = '7d') {
  asked = [];
  vi.setSystemTime(Date.now() + 60_000);
  return await client.fetchQuery(movementOf('BTC', period, 'UTC'));
}

it('takes the sums of the server, of the days of the zone, and reads no page', async () => {
  summed = {
    spans: [
      { in: '1.000000000000000001', out: '3', transactions: 2 },
      { in: '0', out: '0', transactions: 0 },
    ],
    unreadable: 1,
    whole: { rows: 9, other_rows: 4, read_at: '2026-11-21T12:00:00.000Z', lacking: [] },
  };
  vi.setSystemTime(Date.now() + 60_000);
  const period = { from: '2026-11-20', to: '2026-11-21' };
  const movement = await client.fetchQuery(movementOf('BTC', period, 'Asia/Kathmandu'));
  expect(bodies).toEqual([
    {
      currency: 'BTC',
      starts: ['2026-11-19T18:15:00.000000Z', '2026-11-20T18:15:00.000000Z'],
      until: '2026-11-21T12:01:00.000000Z',
    },
  ]);
  expect(asked).toEqual([]);
  expect(movement.days[0]).toMatchObject({
    in: '1.000000000000000001',
    out: '3',
    net: '-1.999999999999999999',
    transactions: 2,
  });
  expect(movement).toMatchObject({ expected: 3, found: 3, unread: 1, otherRows: 4 });
});

const span = (amount: string) => ({ in: amount, out: '0', transactions: 1 });

function answerWith(...amounts: string[]): void {
  summed = { spans: amounts.map(span), unreadable: 0, whole: null };
}

describe('by booking time', () => {
  it('reads only the last day again, since those before it never change', async () => {
    answerWith('1', '2', '3', '4', '5', '6', '7');
    await read();
    answerWith('8');
    const { days, isBooked } = await read();
    expect(bodies.map((body) => (body as { starts: string[] }).starts.length)).toEqual([7, 1]);
    expect(bodies[1]).toMatchObject({ starts: ['2026-11-21T00:00:00.000000Z'] });
    expect(days.map(({ in: inflow }) => inflow)).toEqual(['1', '2', '3', '4', '5', '6', '8']);
    expect(isBooked).toBe(true);
  });

  it('reads yesterday again as long as it was read in its last minute, and the day that has begun', async () => {
    vi.setSystemTime(new Date('2026-11-21T23:58:30Z'));
    answerWith('1', '2', '3', '4', '5', '6', '7');
    await read();
    answerWith('8', '9');
    const { days } = await read();
    expect(bodies[1]).toMatchObject({
      starts: ['2026-11-21T00:00:00.000000Z', '2026-11-22T00:00:00.000000Z'],
    });
    expect(days.map(({ in: inflow }) => inflow)).toEqual(['2', '3', '4', '5', '6', '8', '9']);
  });

  it('ends before a past moment, and is not read again', async () => {
    answerWith('1', '2', '3', '4', '5', '6', '7');
    const at = instant('2026-11-01T00:00:00Z');
    const query = movementOf('BTC', '7d', 'UTC', at);
    const { days, pin } = await client.fetchQuery(query);
    expect(bodies[0]).toMatchObject({
      starts: expect.arrayContaining(['2026-10-25T00:00:00.000000Z', '2026-10-31T00:00:00.000000Z']),
      until: '2026-10-31T23:59:59.999999Z',
    });
    expect([days.length, pin]).toEqual([7, '2026-10-31T23:59:59.999999Z']);
    await client.invalidateQueries({ predicate: ({ queryKey }) => callsAny(queryKey, staleAfterMovement) });
    await client.fetchQuery(query);
    expect(bodies).toHaveLength(1);
  });
});

it('is as of when the server read the provider’s list, not as of the request', async () => {
  const whole = { rows: 9, other_rows: 0, read_at: '2026-11-21T12:00:40.000Z', lacking: [] };
  summed = { spans: [], unreadable: 0, whole };
  expect(await read()).toMatchObject({ pin: '2026-11-21T12:00:40.000000Z', isOfWholeList: true });
});

it('asks the server again while it is still reading the provider’s list', async () => {
  summed = { spans: [], unreadable: 0, whole: null };
  isReading = true;
  expect((await read()).days).toHaveLength(7);
  expect(bodies).toHaveLength(2);
  expect(asked).toEqual([]);
});

it('asks the server again if its list could not be read just then, and no more if it is too long', async () => {
  reason = 'changing';
  expect((await read()).found).toBe(700);
  await read();
  expect(bodies).toHaveLength(2);
  expect(asked).toHaveLength(1);
  reason = 'too_long';
  await read();
  await read();
  expect(bodies).toHaveLength(3);
});

it('adds up every page of the range', async () => {
  const { days, found, expected } = await read();
  expect([found, expected]).toEqual([700, 700]);
  expect(days.map(({ date, transactions }) => [date, transactions]).slice(-2)).toEqual([
    ['2026-11-20', 0],
    ['2026-11-21', 700],
  ]);
  expect(days.at(-1)?.in).toBe('0.000007');
  expect(asked).toHaveLength(3);
  expect(asked[0]?.get('created_from')).toBe('2026-11-15T00:00:00.000000Z');
  expect(new Set(asked.map((query) => query.get('created_to')))).toEqual(
    new Set(['2026-11-21T12:01:00.000000Z']),
  );
});

it('asks one small question where nothing is new', async () => {
  const first = await read();
  const second = await read();
  expect(asked.map((query) => query.get('limit'))).toEqual(['20']);
  expect(second.days).toEqual(first.days);
  expect(second.pin > first.pin).toBe(true);
});

it('reads only what is new, also where an older transaction was completed', async () => {
  await read();
  rows.push(row(0, 'out', '2'), row(100.5, 'in', '5'));
  const { days, found } = await read();
  expect(asked.map((query) => [query.get('limit'), query.get('offset')])).toEqual([
    ['20', null],
    ['300', null],
  ]);
  expect(found).toBe(702);
  expect(days.at(-1)).toMatchObject({ in: '5.000007', out: '2', net: '3.000007' });
});

it('starts over when a transaction is gone', async () => {
  await read();
  rows.splice(350, 1);
  const { days, found } = await read();
  expect(found).toBe(699);
  expect(days.at(-1)?.in).toBe('0.00000699');
});

it('starts over on another day', async () => {
  await read();
  vi.setSystemTime(new Date('2026-11-22T00:30:00Z'));
  const { days } = await read();
  expect(days.map(({ date }) => date).at(0)).toBe('2026-11-16');
  expect(days.map(({ transactions }) => transactions).slice(-2)).toEqual([700, 0]);
});

it('asks for no more than the days of a custom period', async () => {
  rows = [row(3 * 1440, 'in', '1'), row(2 * 1440, 'in', '2'), row(1440, 'in', '4')];
  const { days } = await read({ from: '2026-11-18', to: '2026-11-19' });
  expect(days.map(({ in: into }) => into)).toEqual(['1', '2']);
  expect(asked[0]?.get('created_from')).toBe('2026-11-18T00:00:00.000000Z');
  expect(asked[0]?.get('created_to')).toBe('2026-11-19T23:59:59.999999Z');
});

it('starts over when a custom period has one more day', async () => {
  const period = { from: '2026-11-20', to: '2026-11-30' };
  expect((await read(period)).days).toHaveLength(2);
  vi.setSystemTime(new Date('2026-11-22T00:30:00Z'));
  const { days, found } = await read(period);
  expect(days.map(({ transactions }) => transactions)).toEqual([0, 700, 0]);
  expect(found).toBe(700);
});

it('asks for nothing in a period that is still to come', async () => {
  expect(await read({ from: '2027-01-01', to: '2027-01-31' })).toMatchObject({ days: [], expected: 0 });
  expect(asked).toEqual([]);
});
