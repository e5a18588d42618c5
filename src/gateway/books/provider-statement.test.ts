import { afterEach, expect, it } from 'vitest';
import type { ProviderStatement } from '#contract/gateway/provider-statements.ts';
import { useTestDatabase } from '#database/testing.ts';
import { createKeyCipher, walletServiceName } from '../sessions/key-cipher.ts';
import { secret, setUpGateways, TestClock } from '../testing/gateway-harness.ts';
import {
  envelope,
  failure,
  type Respond,
  sendJson,
  type StandInProvider,
  startStandInProvider,
} from '../testing/stand-in-provider.ts';
import { sealAccountKey } from '../users/account-keys.ts';

const database = useTestDatabase();
const startGateway = setUpGateways(database);
let provider: StandInProvider;
afterEach(async () => provider.close());

type Row = Record<string, string | number>;

/** What the provider says, which tests change on the way. */
type Books = { balances: object; transactions: Row[]; exchanges: Row[]; isDown?: boolean };

const balancesOf = (usdt: string, ethereum: string) => ({
  user: { trx: { USDT: { available: usdt } }, eth: { ETH: { available: ethereum } } },
  accounting: { trx_eth: { USDT: { available: '10', transit: '2', blockchain: '3' } } },
});

const transaction = (changes: Row): Row => ({
  transaction_id: `tx_${JSON.stringify(changes).length}_${changes['created_at']}`,
  network: 'trx',
  direction: 'in',
  status: 'completed',
  amount: '1',
  currency: 'USDT',
  sender_wallet: 'TSender',
  recipient_wallet: 'TRecipient',
  hash: 'ab',
  fee: '0',
  created_at: '2026-01-02 03:30:00.000000+00',
  ...changes,
});

const exchange: Row = {
  transaction_id: 'ex_1',
  network_from: 'trx',
  network_to: 'eth',
  currency_from: 'USDT',
  currency_to: 'ETH',
  status: 'completed',
  amount_from: 5,
  amount_to: 0.002,
  fee: 0.0001,
  rate: 0.0004,
  created_at: '2026-01-02 03:40:00.000000',
};

const respondWith =
  (books: Books): Respond =>
  ({ url, method }, response) => {
    const { pathname } = new URL(url, 'http://provider');
    const list = (name: string, rows: Row[]) =>
      sendJson(response, 200, envelope({ count: rows.length, [name]: rows, result: 'success' }));
    if (books.isDown) sendJson(response, 503, failure(503, 'system', 'Down for maintenance'));
    else if (method !== 'GET' || pathname.endsWith('/test'))
      sendJson(response, 200, envelope({ result: 'success' }));
    else if (pathname.endsWith('/user-balances'))
      sendJson(response, 200, envelope({ user_id: 'account', balances: books.balances }));
    else if (pathname.endsWith('/exchange-transactions')) list('transactions', books.exchanges);
    else if (pathname.endsWith('/transactions')) list('transactions', books.transactions);
    else sendJson(response, 404, failure(404, 'not_found', 'Nothing here'));
  };

async function start(books: Books) {
  provider = await startStandInProvider();
  provider.respond = respondWith(books);
  const clock = new TestClock();
  const gateway = await startGateway({
    mode: 'remote',
    deposits: 'provider',
    provider: { kind: 'remote', url: provider.url },
    now: clock.now,
    settings: { sessionSecret: secret, providerLookDelayMs: Number.POSITIVE_INFINITY, snapshotMs: 1_000 },
  });
  // A session ends with half an hour of the clock.
  const get = async (path: string) => (await gateway.open('good')).get(path);
  const cipher = createKeyCipher(secret, walletServiceName(provider.url), undefined);
  const key = { accountId: 'account', name: null, apiKey: 'good', addedBy: null, at: clock.now() };
  await sealAccountKey(database.db, cipher, key);
  const read = async (from: string, to: string) => {
    const answer = await get(`/console/provider-statement?from=${from}&to=${to}`);
    expect(answer.status).toBe(200);
    return (answer.json() as { data: { statement: ProviderStatement } }).data.statement;
  };
  /** The hours with a snapshot. The job looks once a second by the console's clock. */
  const hours = async () => {
    clock.advance({ seconds: 1 });
    return (await database.db.selectFrom('balance_snapshots').select('hour').orderBy('hour').execute()).map(
      ({ hour }) => hour.slice(11, 16),
    );
  };
  return { clock, read, hours, refused: async (path: string) => (await get(path)).status };
}

const hour = (number: number) => `2026-01-02T0${number}:00:00Z`;

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
  const { clock, read, hours } = await start(books);
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
