import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { sumsOf } from './sums.queries.ts';

// The far side of the network: all rows of a list on one page. `found`: what the server says of the sums themselves.
function answerWith(data: object, found: object | null = null): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const isOfSums = url.includes('/console/sums/');
    return Response.json({
      code: '200',
      error_code: null,
      error_message: null,
      data: isOfSums ? { found, unreadable_reason: found === null ? 'too_long' : null } : data,
    });
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

const entry = (sequence: number, status: string) => ({
  sequence,
  created_at: '2026-01-01T00:00:00.000000Z',
  operation: 'createWallet',
  status,
  subject: null,
  created_id: null,
  error_message: null,
  http_status: null,
  key_name: null,
  key_fingerprint: 'ab',
  via: 'session',
  ip_address: null,
  session: null,
  details_need: null,
  request_id: 'req',
  details: null,
  salt: null,
  hash: 'ab',
  previous_hash: 'ab',
  outcome_sequence: null,
  outcome_at: null,
  outcome_salt: null,
  outcome_hash: null,
  outcome_previous_hash: null,
});

it('counts every row of the activity log, whose ids are numbers', async () => {
  const entries = Array.from({ length: 9 }, (_, index) =>
    entry(index + 1, index < 6 ? 'completed' : 'failed'),
  );
  answerWith({ count: 9, entries });
  const { lines, read, problems } = await new QueryClient().fetchQuery(sumsOf('activity-log', {}));
  expect({ read, problems }).toEqual({ read: 9, problems: [] });
  expect(lines).toEqual([
    { group: { operation: 'createWallet', status: 'completed' }, rows: 6, sums: {} },
    { group: { operation: 'createWallet', status: 'failed' }, rows: 3, sums: {} },
  ]);
});

const transaction = (transaction_id: unknown, amount: string, status = 'completed') => ({
  transaction_id,
  network: 'trx',
  direction: 'in',
  status,
  amount,
  currency: 'USDT',
  sender_wallet: 'a',
  recipient_wallet: 'b',
  hash: 'c',
  fee: '0',
  created_at: '2026-01-01 00:00:00.000000+00',
});

it('adds each row once, those without a readable id as well, and never across statuses', async () => {
  const transactions = [
    transaction('tx_1', '1'),
    transaction('tx_1', '1'),
    transaction({}, '2'),
    transaction({}, '3'),
    transaction('tx_2', '100', 'error'),
  ];
  answerWith({ count: 5, transactions });
  const { lines, read } = await new QueryClient().fetchQuery(sumsOf('transactions', {}));
  expect(read).toBe(4);
  expect(lines).toEqual([
    { group: { currency: 'USDT', status: 'completed' }, rows: 3, sums: { in: '6', out: '0', fees: '0' } },
    { group: { currency: 'USDT', status: 'error' }, rows: 1, sums: { in: '100', out: '0', fees: '0' } },
  ]);
});

it('takes the sums that the server has, and reads no page', async () => {
  const line = { group: { currency: 'USDT', status: 'completed' }, rows: 12_345, sums: { in: '0.1' } };
  const whole = { rows: 20_000, other_rows: 3, read_at: '2026-01-01T00:00:00.000Z', lacking: ['network'] };
  const asked = answerWith({}, { lines: [line], unreadable: 2, whole });
  const query = { network: 'trx', created_to: '2026-01-01T00:00:00.000000Z', sort_by: 'status' };
  const { lines, read, notes, problems } = await new QueryClient().fetchQuery(sumsOf('transactions', query));
  expect(asked).toEqual([
    '/console/sums/transactions?network=trx&created_to=2026-01-01T00%3A00%3A00.000000Z',
  ]);
  expect({ lines, read }).toEqual({ lines: [line], read: 12_345 });
  expect(notes).toEqual([
    'This provider can’t filter by network. The console read all 20,000 transactions to do it.',
    '3 rows of another kind were left out.',
  ]);
  expect(problems).toEqual(['Invalid values of 2 rows aren’t included.']);
});
