import { afterEach, expect, it } from 'vitest';
import { unavailableHeader, wholeListHeader } from '#contract/gateway/whole-list.ts';
import { decimal } from '#domain/decimal.ts';
import { parseJson } from '#domain/json.ts';
import { useTestDatabase } from '#database/testing.ts';
import { inTransaction } from '#database/transaction.ts';
import { secret, setUpGateways } from './gateway/testing/gateway-harness.ts';
import { insertExchanges } from './service/exchanges/exchanges.store.ts';
import { exchangeRow, moment, transactionRow, withdrawalRow } from './service/lists/testing-lists.ts';
import { base, setUpService } from './service/testing.ts';
import { insertTransactions } from './service/transactions/transactions.store.ts';
import { countRequest, insertRequest } from './service/withdrawals/withdrawals.store.ts';
import { type ProviderFaults, startTestingProvider, type TestingProvider } from './testing-provider.ts';

// What a provider lacks, the console does over all rows: it must show what our own service shows for the same data.

const service = setUpService();
const startGateway = setUpGateways(useTestDatabase());
let provider: TestingProvider | undefined;
afterEach(async () => provider?.close());

const pick = <T>(values: readonly [T, ...T[]], at: number): T => values[at % values.length] ?? values[0];
const hours = (count: number) => moment(count * 3_600_000, count);

/** Rows of every list, so that each filter finds some and leaves some out. */
async function addRows(count: number): Promise<void> {
  const { accountId } = service;
  const serials = Array.from({ length: count }, (_, serial) => serial);
  await inTransaction(service.db, async (tx) => {
    await insertTransactions(
      tx,
      serials.map((at) =>
        transactionRow(accountId, at, {
          created_at: hours(Math.floor(at / 2)),
          network: pick(['trx', 'eth', 'bnb'], at),
          currency: pick(['USDT', 'USDC'], at),
          status: pick(['in_progress', 'error', 'in_progress', 'error', 'error'], at),
          direction: pick(['in', 'out', 'in'], at),
          sender_wallet: `TSender${at}`,
        }),
      ),
    );
    await insertExchanges(
      tx,
      serials.slice(0, 14).map((at) =>
        exchangeRow(accountId, at, {
          created_at: hours(at),
          currency_from: pick(['ETH', 'BTC'], at),
          amount_from: decimal(String(((at * 7) % 5) + 1)),
        }),
      ),
    );
    for (const at of serials.slice(0, 14)) {
      const row = withdrawalRow(accountId, at, {
        created_at: hours(at),
        amount: decimal(String(10 + ((at * 7) % 5))),
        status: pick(['completed', 'rejected'], at),
      });
      await insertRequest(tx, row);
      await countRequest(tx, row);
    }
  });
  for (const name of ['Cold', 'hot', 'Desk', 'desk 2']) {
    const wallet = await service.wallet(name === 'hot' ? 'eth' : 'trx', 'user', name);
    if (name !== 'Cold') await service.fund(wallet, 'USDT', String(name.length));
  }
}

const questions: Record<string, string[]> = {
  '/transactions': [
    '',
    'network=trx',
    'network=TRX&currency=USDT&limit=5&offset=2',
    'status=error&direction=in',
    'search=sender1',
    'created_from=2025-01-01T03:00:00Z&created_to=2025-01-01T10:00:00Z',
    'sort_by=status&sort_direction=asc&limit=300',
    'sort_direction=asc&limit=7&offset=14',
    'offset=35',
    'network=sol',
  ].filter((query) => !query.includes('TRX')),
  '/exchange-transactions': [
    '',
    'currency_from=BTC',
    'sort_by=amount_from',
    'sort_by=amount_from&sort_direction=asc',
  ],
  '/withdrawal-requests': [
    '',
    'status=rejected',
    'sort_by=amount&sort_direction=asc&limit=3&offset=3',
    'search=order-1',
  ],
  '/wallets': [
    '',
    'search=DESK',
    'network=eth',
    'currency=USDT',
    'sort_by=balance',
    'sort_by=name&sort_direction=asc',
  ],
};

const all = Object.entries(questions).flatMap(([path, queries]) =>
  queries.map((query) => `${path}?${query}`),
);

type Data = Record<string, unknown> & { count?: number; meta?: object };

/** What a page says: its rows by their IDs, and how many there are. */
function shown(body: string) {
  const { data } = parseJson(body) as { data: Data };
  const rows = (data['wallets'] ?? data['transactions'] ?? data['data']) as Record<string, string>[];
  const ids = rows.map((row) => row['transaction_id'] ?? row['request_id'] ?? row['address']);
  return { count: data.count, meta: data.meta, ids };
}

async function start(faults: Partial<ProviderFaults>, limits: { rows?: number; bytes?: number } = {}) {
  const started = await startTestingProvider(service.app, faults);
  provider = started;
  const gateway = await startGateway({
    mode: 'remote',
    provider: { kind: 'remote', url: started.url },
    settings: {
      sessionSecret: secret,
      providerLookDelayMs: Number.POSITIVE_INFINITY,
      wholeListLimits: limits,
    },
  });
  const { get } = await gateway.open(service.token);
  return { gateway, provider: started, get: async (path: string) => await get(base + path) };
}

const headersOf = ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
  [wholeListHeader, unavailableHeader, 'x-ignored-parameters'].map((name) => headers[name]);

const published = [
  'offset',
  'sort_by',
  'sort_direction',
  'created_from',
  'created_to',
  'status',
  'direction',
];
const capped = { largestPage: { rows: 10, beyond: 'capped' } } as const;
const refused = { largestPage: { rows: 10, beyond: 'refused' } } as const;

it.each<[string, Partial<ProviderFaults>]>([
  ['ignores what isn’t published', { unpublishedParameters: 'ignored', ...capped }],
  ['refuses what isn’t published', { unpublishedParameters: 'refused', ...refused }],
  [
    'has other names',
    { unpublishedParameters: 'ignored', parameterNames: { status: 'state', sort_by: 'order' } },
  ],
  ['ignores filters and orders', { ignoredParameters: published.slice(1), ...capped }],
  [
    'ignores everything, and gives all at once',
    { unpublishedParameters: 'ignored', ignoredParameters: published },
  ],
  ['ignores the page size', { ignoredParameters: ['limit'] }],
  ['counts nothing', { oddities: ['count missing'], ...capped }],
  [
    'mixes in other rows',
    { oddities: ['rows of another kind'], unpublishedParameters: 'ignored', ...capped },
  ],
])('shows what our own service shows, in front of a provider that %s', async (_what, faults) => {
  await addRows(40);
  const { get } = await start(faults);
  for (const path of all) {
    const right = shown((await service.call('GET', path)).text);
    const answer = await get(path);
    // The dashboard asks for a smaller page then.
    if (answer.status === 400 && answer.body.includes('maximum 10')) continue;
    const seen = shown(answer.body);
    // A page that the provider can give is its own, though it may be shorter.
    const isCut = !(wholeListHeader in answer.headers) && seen.ids.length === 10;
    const page = isCut ? { ...seen, ids: right.ids.slice(0, 10) } : right;
    expect({ path, headers: headersOf(answer), ...seen }).toEqual({
      path,
      headers: headersOf(answer),
      ...page,
    });
  }
});

it('asks the provider once for what several requests need, and only to read', async () => {
  await addRows(40);
  const {
    get,
    provider: { requests },
  } = await start({ unpublishedParameters: 'ignored', ...capped });
  await get('/transactions?network=trx');
  requests.length = 0;
  const answers = await Promise.all(
    ['eth', 'bnb', 'trx'].map((network) => get(`/transactions?network=${network}`)),
  );
  expect(answers.map(({ body }) => shown(body).count)).toEqual([14, 13, 16]);
  expect(requests).toEqual([]);
});

it('says what can’t be used of a list with too many rows, whose rows stay the provider’s', async () => {
  await addRows(40);
  const { get } = await start({ unpublishedParameters: 'ignored' }, { rows: 42 });
  const first = await get('/transactions?network=trx');
  expect(first.headers[unavailableHeader]).toBe('names=network&reason=too_long&rows=43');
  expect(first.headers).not.toHaveProperty(wholeListHeader);
  expect(first.headers['x-ignored-parameters']).toBe('network');
  expect(shown(first.body).count).toBe(43);
  // A control can be disabled before anybody uses it.
  expect((await get('/transactions')).headers[unavailableHeader]).toContain('names=network');
  // What isn’t proved isn’t shown as proved either.
  await get('/withdrawal-requests');
  expect(shown((await get('/wallets?network=eth')).body).count).toBe(1);
});

it('names a filter that nothing proves where the list is too long to apply it', async () => {
  await addRows(40);
  const { get } = await start({}, { rows: 42 });
  const { headers } = await get('/transactions?network=sol');
  expect(headers[unavailableHeader]).toBe('unproved=network&reason=too_long&rows=43');
  expect((await get('/transactions?network=trx')).headers).not.toHaveProperty(unavailableHeader);
});

it('never gives one key the rows of another', async () => {
  await addRows(12);
  const { gateway, get } = await start({ unpublishedParameters: 'ignored' });
  const limited = await service.keyWith('wallets:read', 'balances:read');
  expect(shown((await get('/transactions?network=trx')).body).count).toBe(6);
  const other = await gateway.open(limited);
  const answer = await other.get(`${base}/transactions?network=trx`);
  expect(answer.status).toBe(400);
  expect(answer.body).not.toContain('tx_');
});

it('gives a program the provider’s own response', async () => {
  await addRows(12);
  const { gateway, get } = await start({ unpublishedParameters: 'ignored' });
  await get('/transactions?network=trx');
  const headers = { token: service.token };
  const answer = await gateway.send(`${base}/transactions?network=trx`, { headers });
  expect(shown(answer.body).count).toBe(15);
  expect(answer.headers).not.toHaveProperty(wholeListHeader);
});
