import { beforeEach, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { inTransaction } from '#database/transaction.ts';
import { insertAccount } from '../keys/accounts.store.ts';
import { exchangeRow, moment } from '../lists/testing-lists.ts';
import { failure, setUpService } from '../testing.ts';
import { insertExchanges } from './exchanges.store.ts';

const service = setUpService();

type List = { count: number; transactions: { transaction_id: string; created_at: string }[] };

const list = async (query = '') => {
  const answer = await service.call('GET', `/exchange-transactions${query}`);
  return { ...answer, data: (answer.body as { data: List }).data };
};
const ids = async (query = '') => (await list(query)).data.transactions.map((row) => row.transaction_id);
const named = (...serials: number[]) => serials.map((serial) => rows()[serial]?.transaction_id);

const rows = () => [
  exchangeRow(service.accountId, 0, { amount_from: decimal('9'), rate: decimal('0.5') }),
  exchangeRow(service.accountId, 1, {
    amount_from: decimal('10'),
    rate: decimal('0.000000000000000001'),
    status: 'error',
  }),
  exchangeRow(service.accountId, 2, {
    amount_from: decimal('10.000000000000000001'),
    amount_to: decimal('3'),
    network_from: 'btc',
    currency_from: 'BTC',
    created_at: moment(1000),
  }),
];

beforeEach(async () => {
  await inTransaction(service.db, async (tx) => await insertExchanges(tx, rows()));
});

it('sorts amounts and rates as numbers, to the last decimal', async () => {
  expect(await ids('?sort_by=amount_from&sort_direction=asc')).toEqual(named(0, 1, 2));
  expect(await ids('?sort_by=amount_from')).toEqual(named(2, 1, 0));
  expect(await ids('?sort_by=rate&sort_direction=asc')).toEqual(named(1, 0, 2));
  expect((await ids('?sort_by=amount_to&sort_direction=asc'))[0]).toBe(named(2)[0]);
});

it('filters by each side and the status, and by the id', async () => {
  expect(await ids('?network_from=btc&currency_from=BTC&network_to=trx&currency_to=USDT')).toEqual(named(2));
  expect(await ids('?network_to=btc')).toEqual([]);
  expect(await ids('?status=error')).toEqual(named(1));
  expect(await ids(`?transaction_id=${named(1)[0]}`)).toEqual(named(1));
  expect(await ids(`?transaction_id=${named(1)[0]}&status=completed`)).toEqual([]);
});

it('writes the moment without a zone', async () => {
  expect((await list('?limit=1&sort_direction=asc')).data).toMatchObject({
    count: 3,
    transactions: [{ created_at: '2025-01-01 00:00:00.000000' }],
  });
});

it('shows and counts nothing of another account', async () => {
  const other = await insertAccount(service.db, 'Other');
  const theirs = exchangeRow(other, 9, {
    network_to: 'sol',
    currency_to: 'SOL',
    amount_from: decimal('1000'),
  });
  await inTransaction(service.db, async (tx) => await insertExchanges(tx, [theirs]));
  for (const query of ['', '?sort_by=status', '?sort_by=amount_from', '?created_from=2025-01-01']) {
    const { data, text } = await list(query);
    expect(data.count).toBe(3);
    expect(text).not.toContain(theirs.transaction_id);
  }
  for (const query of ['?network_to=sol', `?transaction_id=${theirs.transaction_id}`]) {
    expect((await list(query)).data).toMatchObject({ count: 0, transactions: [] });
  }
});

it.each([
  ['created_from', 'soon', 'must be valid ISO 8601 date-time'],
  ['created_to', '2025-13-01', 'must be valid ISO 8601 date-time'],
  ['limit', '301', 'must be a whole number from 1 to 300: maximum 300, default 100'],
  ['offset', '-1', 'must be >= 0'],
  ['status', 'new', 'allowed: in_progress, completed, error'],
  ['sort_by', 'fee', 'allowed: created_at, status, amount_from, amount_to, rate'],
  ['sort_direction', 'up', 'allowed: asc, desc'],
  ['search', 'abc', 'unknown parameter'],
])('refuses %s = %j and says the rule', async (name, value, rule) => {
  const answer = await list(`?${name}=${value}`);
  expect(answer.body).toEqual(failure(400, 'request', expect.any(String), { [name]: rule }));
});

it('refuses a key without the permission', async () => {
  const token = await service.keyWith('transactions:read');
  const refused = await service.call('GET', '/exchange-transactions', { token });
  expect(refused.body).toEqual(failure(400, 'system', expect.stringContaining('exchanges:read')));
});
