import { expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import {
  balancesOf,
  type Books,
  exchange,
  hour,
  setUpProviderBooks,
  transaction,
} from '../testing/provider-books.ts';

const start = setUpProviderBooks(useTestDatabase());

it('opens and closes with the provider’s own balances, and names what its lists don’t explain', async () => {
  const books: Books = { balances: balancesOf('100', '1'), transactions: [], exchanges: [] };
  const { clock, read, hours } = await start(books);
  await expect.poll(hours).toEqual(['03:00']);
  books.balances = balancesOf('96.000000000000000001', '1.002');
  books.exchanges = [exchange];
  books.transactions = [
    transaction({ amount: '7' }),
    transaction({ direction: 'out', amount: '3.5', fee: '0.5' }),
    // Of the next hour, and of one that failed.
    transaction({ amount: '1000', created_at: '2026-01-02 04:00:00.000000+00' }),
    transaction({ amount: '2000', status: 'error' }),
  ];
  clock.advance({ minutes: 57 });
  await expect.poll(hours).toEqual(['03:00', '04:00']);

  const statement = await read(hour(3), hour(4));
  expect(statement).toMatchObject({
    unreadable_reason: null,
    unreadable: 0,
    as_of: '2026-01-02T04:00:00.000000Z',
  });
  expect(statement.opening_at).toMatch(/T03:04:/);
  expect(statement.closing_at).toMatch(/T04:0[1-5]:/);
  const none = { inflow: '0', outflow: '0', withdrawal_fees: '0', exchanged_in: '0', exchanged_out: '0' };
  expect(statement.rows).toEqual([
    {
      network: 'eth',
      currency: 'ETH',
      opening: '1',
      movements: { ...none, exchanged_in: '0.002' },
      unexplained: '0',
      closing: '1.002',
    },
    {
      network: 'trx_eth',
      currency: 'USDT',
      opening: '115',
      movements: { ...none, inflow: '7', outflow: '-3.5', withdrawal_fees: '-0.5', exchanged_out: '-5' },
      // For instance an AML check’s fee: 115 + 7 − 3.5 − 0.5 − 5 is 113.
      unexplained: '-1.999999999999999999',
      closing: '111.000000000000000001',
    },
  ]);
});

it('has no figure where there is no snapshot, rather than one of another moment', async () => {
  const books: Books = { balances: balancesOf('100', '1'), transactions: [transaction({})], exchanges: [] };
  const { clock, read, hours, provider } = await start(books);
  await expect.poll(hours).toEqual(['03:00']);
  books.isDown = true;
  clock.advance({ minutes: 57 });
  await expect
    .poll(async () => {
      clock.advance({ seconds: 1 });
      return provider.received.filter(({ url }) => url.includes('balances')).length;
    })
    .toBeGreaterThan(4);
  clock.advance({ minutes: 20 });
  books.isDown = false;
  clock.advance({ minutes: 40 });
  await expect.poll(hours).toEqual(['03:00', '05:00']);

  const statement = await read(hour(3), hour(4));
  expect(statement).toMatchObject({ closing_at: null, snapshots_since: '2026-01-02T03:00:00.000000Z' });
  expect(statement.rows.map((row) => [row.opening, row.closing, row.unexplained])).toEqual([
    ['1', null, null],
    ['115', null, null],
  ]);
  // A period that isn’t over closes with what the provider says now.
  books.balances = balancesOf('101', '1');
  const current = await read(hour(3), hour(9));
  expect(current.rows.map((row) => [row.opening, row.closing])).toEqual([
    ['1', '1'],
    ['115', '116'],
  ]);
  const later = await read('2026-01-02T03:30:00Z', hour(5));
  expect(later).toMatchObject({ opening_at: null });
});

it('counts rows that aren’t as documented instead of adding up half of them', async () => {
  const books: Books = {
    balances: balancesOf('100', '1'),
    transactions: [
      transaction({ amount: '7' }),
      transaction({ amount: 'a lot', fee: '3', direction: 'out' }),
    ],
    exchanges: [],
  };
  const { clock, read, hours, refused } = await start(books);
  await expect.poll(hours).toEqual(['03:00']);
  clock.advance({ minutes: 57 });
  const statement = await read(hour(3), hour(4));
  expect(statement.unreadable).toBe(1);
  const usdt = statement.rows.find(({ currency }) => currency === 'USDT');
  expect(usdt?.movements).toMatchObject({ inflow: '7', outflow: '0', withdrawal_fees: '0' });
  expect(await refused(`/console/provider-statement?from=${hour(8)}&to=${hour(9)}`)).toBe(400);
});
