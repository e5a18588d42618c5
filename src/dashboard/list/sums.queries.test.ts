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

it('counts the activity log and AML checks without reading a page', async () => {
  const line = { group: { state: 'finished', band: 'low' }, rows: 12_345, sums: {} };
  const asked = answerWith({}, { lines: [line], unreadable: 0, whole: null });
  const client = new QueryClient();
  expect((await client.fetchQuery(sumsOf('aml-checks', { band: 'low' }))).lines).toEqual([line]);
  expect((await client.fetchQuery(sumsOf('activity-log', {}))).read).toBe(12_345);
  expect(asked).toEqual(['/console/sums/aml-checks?band=low', '/console/sums/audit-log']);
});
