import { beforeEach, describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { inTransaction } from '#database/transaction.ts';
import { insertAccount } from '../keys/accounts.store.ts';
import { modelOf, moment, transactionRow } from '../lists/testing-lists.ts';
import { failure, setUpService } from '../testing.ts';
import { insertTransactions, type NewTransaction } from './transactions.store.ts';

const service = setUpService();

type List = { count: number; result: string; transactions: { transaction_id: string; created_at: string }[] };

const list = async (query: Record<string, string | number | undefined> = {}) => {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const answer = await service.call('GET', `/transactions?${new URLSearchParams(given).toString()}`);
  return { ...answer, data: (answer.body as { data: List }).data };
};
const idsOf = ({ data }: { data: List }) => data.transactions.map((row) => row.transaction_id);
const insert = async (...rows: NewTransaction[]) =>
  await inTransaction(service.db, async (tx) => await insertTransactions(tx, rows));

const day = 86_400_000;

it('answers an account without transactions with an empty list', async () => {
  expect((await list()).text).toBe(
    '{"code":"200","error_code":null,"error_message":null,"data":{"count":0,"result":"success","transactions":[]}}',
  );
});

it('writes a transaction in exactly the published shape, to the last decimal and microsecond', async () => {
  const row = transactionRow(service.accountId, 7, {
    network: 'eth',
    currency: 'ETH',
    amount: decimal('1234567.000000000000000001'),
    fee: decimal('0.000021'),
    sender_wallet: 'Exchange “desk”',
    created_at: moment(86_399_999, 42),
  });
  await insert(row);
  expect((await list()).text).toBe(
    '{"code":"200","error_code":null,"error_message":null,"data":{"count":1,"result":"success","transactions":' +
      `[{"transaction_id":"${row.transaction_id}","network":"eth","direction":"in","status":"completed",` +
      '"amount":"1234567.000000000000000001","currency":"ETH","sender_wallet":"Exchange “desk”",' +
      `"recipient_wallet":"TRecipientOfThisTest","hash":"${row.hash}","fee":"0.000021",` +
      '"created_at":"2025-01-01 23:59:59.999042+00"}]}}',
  );
});

describe('a list of transactions of which many were made at the same moment', () => {
  const statuses = ['completed', 'completed', 'error', 'in_progress', 'completed'] as const;
  let rows: NewTransaction[] = [];
  beforeEach(async () => {
    rows = Array.from({ length: 60 }, (_, n) =>
      transactionRow(service.accountId, n, {
        network: n % 3 === 0 ? 'eth' : 'trx',
        currency: n % 7 === 0 ? 'USDC' : 'USDT',
        direction: n % 2 === 0 ? 'in' : 'out',
        status: statuses[n % 5] ?? 'completed',
        created_at: moment(Math.floor(n / 12) * 15 * day, n % 2),
      }),
    );
    await insert(...rows);
  });

  const filters: Partial<Record<'network' | 'currency' | 'direction' | 'status', string>>[] = [
    {},
    { network: 'eth' },
    { currency: 'USDC' },
    { direction: 'out' },
    { status: 'completed' },
    { network: 'trx', direction: 'in', currency: 'USDT', status: 'error' },
    { network: 'btc' },
    { currency: 'usdt' },
  ];
  const ranges = [
    {},
    { from: moment(15 * day), to: moment(30 * day) },
    { from: moment(15 * day, 1) },
    { to: moment(45 * day, 0) },
    { from: moment(90 * day) },
  ];

  it.each(['created_at', 'status'] as const)('is its pages put together, sorted by %s', async (sortBy) => {
    const model = modelOf(rows, 'transaction_id');
    for (const filter of filters) {
      for (const [n, range] of ranges.entries()) {
        const sortDirection = n % 2 === 0 ? 'desc' : 'asc';
        const expected = model({ filters: filter, ...range, sortBy, sortDirection });
        const found: string[] = [];
        for (let offset = 0; offset <= expected.length; offset += 13) {
          const page = await list({
            ...filter,
            created_from: range.from,
            created_to: range.to,
            sort_by: sortBy,
            sort_direction: sortDirection,
            limit: 13,
            offset,
          });
          expect(page.data).toMatchObject({ count: expected.length, result: 'success' });
          found.push(...idsOf(page));
        }
        expect(found).toEqual(expected);
      }
    }
  });

  it('is sorted by time, newest first, a hundred a page, when nothing is asked', async () => {
    const model = modelOf(rows, 'transaction_id');
    expect(idsOf(await list())).toEqual(model({ filters: {}, sortBy: 'created_at', sortDirection: 'desc' }));
    await insert(...Array.from({ length: 50 }, (_, n) => transactionRow(service.accountId, 100 + n)));
    const { data } = await list();
    expect(data.count).toBe(110);
    expect(data.transactions).toHaveLength(100);
  });

  it('takes a date alone as the whole day, at both ends', async () => {
    expect((await list({ created_from: '2025-01-16', created_to: '2025-01-16' })).data.count).toBe(12);
    expect((await list({ created_to: '2025-01-16' })).data.count).toBe(24);
    expect(
      (await list({ created_from: '2025-01-16T00:00:00.000001Z', created_to: '2025-01-16' })).data.count,
    ).toBe(6);
    expect(
      (await list({ created_from: '2025-01-16T02:00:00+02:00', created_to: '2025-01-16T00:00Z' })).data.count,
    ).toBe(6);
    expect((await list({ created_from: '0001-01-01', created_to: '9999-12-31' })).data.count).toBe(60);
    expect((await list({ created_from: '2025-02-01', created_to: '2025-01-01' })).data.count).toBe(0);
  });

  it('answers an offset beyond the last row with the count and no rows', async () => {
    for (const offset of [60, 999_999_999_999]) {
      expect((await list({ offset })).data).toMatchObject({ count: 60, transactions: [] });
    }
  });

  it('finds the one with an id, if the other filters let it', async () => {
    const [row] = rows;
    const id = row?.transaction_id;
    expect(idsOf(await list({ transaction_id: id }))).toEqual([id]);
    expect((await list({ transaction_id: id, network: 'eth' })).data.count).toBe(1);
    expect((await list({ transaction_id: id, network: 'trx' })).data.count).toBe(0);
    expect((await list({ transaction_id: id, offset: 1 })).data).toMatchObject({
      count: 1,
      transactions: [],
    });
    expect((await list({ transaction_id: id?.toUpperCase() })).data.count).toBe(0);
    expect((await list({ transaction_id: 'tx_' })).data.count).toBe(0);
  });
});

it('shows and counts nothing of another account, whatever is asked', async () => {
  const other = await insertAccount(service.db, 'Other');
  const theirs = Array.from({ length: 9 }, (_, n) => transactionRow(other, n));
  const mine = transactionRow(service.accountId, 3, { network: 'eth' });
  await insert(...theirs, mine);
  const [first] = theirs;
  for (const query of [
    {},
    { sort_by: 'status' },
    { search: 'TSender' },
    { created_from: moment(2500), created_to: moment(3500) },
  ]) {
    expect((await list(query)).data).toMatchObject({
      count: 1,
      transactions: [{ transaction_id: mine.transaction_id }],
    });
  }
  for (const query of [
    { network: 'trx' },
    { transaction_id: first?.transaction_id },
    { search: first?.transaction_id },
    { search: first?.hash },
  ]) {
    expect((await list(query)).data).toMatchObject({ count: 0, transactions: [] });
  }
});

it.each([
  ['created_from', 'yesterday', 'must be valid ISO 8601 date-time'],
  ['created_from', '2025-02-30', 'must be valid ISO 8601 date-time'],
  ['created_to', '1735689600', 'must be valid ISO 8601 date-time'],
  ['limit', '301', 'must be a whole number from 1 to 300: maximum 300, default 100'],
  ['limit', '0', 'must be a whole number from 1 to 300: maximum 300, default 100'],
  ['offset', '-1', 'must be >= 0'],
  ['direction', 'sideways', 'allowed: in, out'],
  ['status', 'new', 'allowed: in_progress, completed, error'],
  ['sort_by', 'amount', 'allowed: status, created_at'],
  ['sort_direction', 'up', 'allowed: asc, desc'],
  ['search', 'ab', 'Enter 3 to 128 characters.'],
  ['search', ' ab ', 'Enter 3 to 128 characters.'],
  ['colour', 'red', 'unknown parameter'],
])('refuses %s = %j and says the rule', async (name, value, rule) => {
  const answer = await list({ [name]: value });
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual(failure(400, 'request', expect.any(String), { [name]: rule }));
});

it('refuses a key without the permission, and no key', async () => {
  const token = await service.keyWith('exchanges:read');
  const refused = await service.call('GET', '/transactions', { token });
  expect(refused.body).toEqual(failure(400, 'system', expect.stringContaining('transactions:read')));
  expect((await service.call('GET', '/transactions', { token: null })).status).toBe(401);
});
