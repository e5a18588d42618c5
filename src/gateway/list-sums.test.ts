import { afterEach, describe, expect, it } from 'vitest';
import { applyQuery } from '#contract/apply-query.ts';
import { lookAgain, readCapabilities } from '#contract/gateway/capabilities.ts';
import { type FoundSums, sumMovements, sumTransactions } from '#contract/gateway/list-sums.ts';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { useTestDatabase } from '#database/testing.ts';
import type { MovementTotals } from '#domain/movements.ts';
import { writeIsoTime } from '#domain/time.ts';
import { secret, setUpGateways, TestClock } from './testing/gateway-harness.ts';
import { fromOwnPage } from './testing/http-client.ts';
import {
  envelope,
  failure,
  type Respond,
  sendJson,
  type StandInProvider,
  startStandInProvider,
} from './testing/stand-in-provider.ts';
import type { WholeListLimits } from './whole-lists/whole-lists.ts';

const startGateway = setUpGateways(useTestDatabase());
let provider: StandInProvider;
afterEach(async () => provider.close());

type Row = Record<string, unknown>;

const transaction = (serial: number, changes: Row = {}): Row => ({
  transaction_id: `tx_${String(serial).padStart(3, '0')}`,
  network: serial % 2 === 0 ? 'trx' : 'eth',
  direction: serial % 3 === 0 ? 'out' : 'in',
  status: 'completed',
  amount: '0.000000000000000001',
  currency: 'USDT',
  sender_wallet: 'TSender',
  recipient_wallet: 'TRecipient',
  hash: 'ab',
  fee: '0.5',
  created_at: `2026-01-01 00:00:${String(serial % 60).padStart(2, '0')}.000000+00`,
  ...changes,
});
const request = (serial: number, changes: Row = {}): Row => ({
  request_id: `wd_${serial}`,
  external_id: `order-${serial}`,
  amount: '10',
  currency: 'USDT',
  network: 'trx',
  sender_wallet: 'exchange',
  recipient_wallet: 'TRecipient',
  fee: '1',
  status: 'completed',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...changes,
});

type Lists = { transactions?: Row[]; requests?: Row[] };

type Options = {
  limits?: Partial<WholeListLimits>;
  /** Otherwise the provider filters and sorts nothing. */
  isFiltering?: boolean;
  /** Called before each response. */
  before?: () => Promise<void>;
};

async function start(lists: Lists, { limits, isFiltering = false, before }: Options = {}) {
  provider = await startStandInProvider();
  const respond: Respond = ({ url, method, headers }, response) => {
    const { pathname, searchParams: query } = new URL(url, 'http://provider');
    const offset = Number(query.get('offset') ?? 0);
    const limit = Number(query.get('limit') ?? 100);
    const page = (all: Row[]) => all.slice(offset, offset + limit);
    const { requests = [] } = lists;
    const transactions = isFiltering
      ? matchingTransactions(lists.transactions, query)
      : (lists.transactions ?? []);
    if (method !== 'GET' || pathname.endsWith('/test'))
      sendJson(response, 200, envelope({ result: 'success' }));
    else if (pathname.endsWith('/user-balances')) {
      sendJson(response, 200, envelope({ user_id: `account of ${String(headers['token'])}`, balances: {} }));
    } else if (pathname.endsWith('/transactions')) {
      sendJson(
        response,
        200,
        envelope({ count: transactions.length, transactions: page(transactions), result: 'success' }),
      );
    } else if (pathname.endsWith('/withdrawal-requests')) {
      const meta = { limit, offset, total: requests.length };
      sendJson(response, 200, envelope({ success: true, data: page(requests), meta }));
    } else sendJson(response, 404, failure(404, 'not_found', 'Nothing here'));
  };
  provider.respond = (received, response) => {
    void before?.().then(() => respond(received, response));
    if (before === undefined) respond(received, response);
  };
  const clock = new TestClock();
  const gateway = await startGateway({
    mode: 'remote',
    deposits: 'provider',
    provider: { kind: 'remote', url: provider.url },
    now: clock.now,
    settings: {
      sessionSecret: secret,
      providerLookDelayMs: Number.POSITIVE_INFINITY,
      wholeListLimits: limits,
    },
  });
  const { cookie, get } = await gateway.open('good');
  const sums = async (path: string): Promise<FoundSums | null> =>
    dataIn(await get(`/console/sums/${path}`)).found;
  const post = async (path: string, body: object) =>
    await gateway.send(path, { method: 'POST', headers: { ...fromOwnPage, cookie }, body });
  const movements = async (body: object) => dataIn(await post(sumMovements.path, body)).found;
  const reads = () => provider.received.filter(({ url }) => url.includes('limit=')).length;
  /** Has the gateway find out what the provider can do. */
  const look = async () => {
    await post(lookAgain.path, {});
    await expect.poll(async () => (await get(readCapabilities.path)).body).toMatch(/"looked_at":"/);
  };
  return { clock, sums, movements, reads, get, post, look };
}

/** The transactions that match, as the interface describes it, the newest first. */
function matchingTransactions(transactions: Row[] = [], query: URLSearchParams): Row[] {
  const rows = transactions.map((value) => ({ id: String(value['transaction_id']), value }));
  const applied = applyQuery(
    listTransactions,
    { ...Object.fromEntries(query), limit: rows.length, offset: 0 },
    rows,
  );
  return applied.kind === 'applied' ? applied.rows.map(({ value }) => value) : [];
}

type Found = FoundSums & { spans?: MovementTotals[] };

function dataIn({ body }: { body: string }) {
  return (JSON.parse(body) as { data: { found: Found | null; unreadable_reason: string | null } }).data;
}

const many = (count: number, changes?: Row) =>
  Array.from({ length: count }, (_, at) => transaction(count - at, changes));

/** A request for the movement of one day. */
const days = (until: string) => ({ currency: 'USDT', starts: ['2026-01-01T00:00:00Z'], until });

describe('in front of a remote provider, the gateway', () => {
  it('adds up all rows of a list that match, which the provider did not filter, to the last digit', async () => {
    const { sums } = await start({ transactions: [...many(320), transaction(400, { status: 'error' })] });
    expect(await sums('transactions?network=trx')).toEqual({
      lines: [
        {
          group: { currency: 'USDT', status: 'completed' },
          rows: 160,
          sums: { in: '0.000000000000000107', out: '0.000000000000000053', fees: '80' },
        },
        {
          group: { currency: 'USDT', status: 'error' },
          rows: 1,
          sums: { in: '0.000000000000000001', out: '0', fees: '0.5' },
        },
      ],
      unreadable: 0,
      whole: {
        rows: 321,
        other_rows: 0,
        read_at: expect.any(String) as string,
        lacking: expect.any(Array) as [],
      },
    });
  });

  it('reads the list once for several sums, and again for one up to a moment after that', async () => {
    const { sums, reads, clock } = await start({ transactions: many(30) });
    const before = reads();
    await sums('transactions?network=trx');
    const once = reads() - before;
    expect(once).toBeGreaterThan(0);
    await sums('transactions?network=eth');
    expect(reads() - before).toBe(once);
    clock.advance({ seconds: 5 });
    await sums(`transactions?created_to=${clock.now()}`);
    expect(reads() - before).toBe(2 * once);
  });

  it('says how many rows have values that it can’t add', async () => {
    const { sums } = await start({ transactions: [...many(3), transaction(9, { amount: 'much' })] });
    const found = await sums('transactions');
    expect(found?.unreadable).toBe(1);
    expect(found?.lines.map(({ rows }) => rows)).toEqual([4]);
  });

  it('adds up what withdrawals debit only where every row says who pays the fee', async () => {
    const { sums } = await start({
      requests: [
        request(1, { fee_included: true }),
        request(2, { fee_included: false, currency: 'ETH' }),
        request(3),
      ],
    });
    const lines = (await sums('withdrawal-requests'))?.lines.map(({ group, sums: totals }) => [
      group['currency'],
      totals,
    ]);
    expect(lines).toEqual([
      ['ETH', { requested: '10', fees: '1', debited: '11', recipients_get: '10' }],
      ['USDT', { requested: '20', fees: '2' }],
    ]);
  });

  it('says why it can’t add up a list with too many rows, or whose rows don’t show whether they match', async () => {
    const long = await start({ transactions: many(40) }, { limits: { rows: 30 } });
    const tooLong = { found: null, unreadable_reason: 'too_long' };
    expect(dataIn(await long.get(sumTransactions.path))).toEqual(tooLong);
    const body = { currency: 'USDT', starts: ['2026-01-01T00:00:00Z'], until: '2026-01-02T00:00:00Z' };
    expect(dataIn(await long.post(sumMovements.path, body))).toEqual(tooLong);
    await provider.close();
    const unclear = await start({ transactions: [...many(3), transaction(9, { created_at: 'yesterday' })] });
    const answer = await unclear.get(`${sumTransactions.path}?created_from=2026-01-01`);
    expect(dataIn(answer)).toEqual({ found: null, unreadable_reason: 'unclear' });
  });

  it('adds up inflow and outflow in spans that the caller chooses', async () => {
    const { movements } = await start({
      transactions: [
        transaction(1, { created_at: '2025-12-31 00:00:00.000000+00' }),
        transaction(2, { created_at: '2025-12-31 22:59:59.999999+00' }),
        transaction(3, { created_at: '2025-12-31 23:00:00.000000+00' }),
        transaction(4, { created_at: '2026-01-01 12:00:00.000000+00' }),
        transaction(5, { created_at: '2026-01-01 12:00:00.000001+00' }),
        transaction(6, { created_at: '2026-01-01 01:00:00.000000+00', currency: 'ETH' }),
        transaction(7, { created_at: '2026-01-01 01:00:00.000000+00', status: 'error' }),
      ],
    });
    const starts = ['2025-12-30T23:00:00Z', '2025-12-31T23:00:00Z'];
    expect(await movements({ currency: 'USDT', starts, until: '2026-01-01T12:00:00Z' })).toMatchObject({
      spans: [
        { in: '0.000000000000000002', out: '0', transactions: 2 },
        { in: '0.000000000000000001', out: '0.000000000000000001', transactions: 2 },
      ],
      unreadable: 0,
    });
  });

  it('adds up inflow and outflow of a list that it has just read, and says as of when', async () => {
    const transactions = many(30);
    const { movements, reads, clock } = await start({ transactions });
    const first = await movements(days(clock.now()));
    const once = reads();
    transactions.unshift(transaction(31, { created_at: '2026-01-02 03:04:07.000000+00' }));
    clock.advance({ seconds: 5 });
    const second = await movements(days(clock.now()));
    expect(reads()).toBe(once);
    expect(second?.whole?.read_at).toBe('2026-01-02T03:04:05.000Z');
    expect(second?.spans).toEqual(first?.spans);
    expect(first?.spans?.[0]?.transactions).toBe(30);
  });

  it('reads the list for a day that began after the last reading', async () => {
    const { movements, reads, clock } = await start({ transactions: many(30) });
    await movements(days(clock.now()));
    const once = reads();
    clock.advance({ seconds: 5 });
    const starts = ['2026-01-01T00:00:00Z', clock.now()];
    clock.advance({ seconds: 1 });
    await movements({ currency: 'USDT', starts, until: clock.now() });
    expect(reads()).toBe(2 * once);
  });

  it('leaves out transactions that came while it read the list', async () => {
    const transactions = many(30);
    let hasCome = false;
    const { movements, clock } = await start(
      { transactions },
      {
        before: async () => {
          if (hasCome || !provider.received.at(-1)?.url.includes('limit=')) return;
          hasCome = true;
          transactions.unshift(transaction(31, { created_at: '2026-01-02 03:04:06.000000+00' }));
        },
      },
    );
    const found = await movements(days('2026-01-02T03:05:00Z'));
    expect(found?.whole).toMatchObject({ rows: 31, read_at: writeIsoTime(clock.now()) });
    expect(found?.spans?.[0]?.transactions).toBe(30);
  });

  it('reads the list again only if the provider counts other rows than it has read', async () => {
    const transactions = many(400);
    const { movements, reads, clock, look } = await start({ transactions }, { isFiltering: true });
    await look();
    const later = async () => {
      clock.advance({ seconds: 20 });
      const before = reads();
      const found = await movements(days(clock.now()));
      return { asked: reads() - before, count: found?.spans?.[0]?.transactions, at: found?.whole?.read_at };
    };
    const first = await later();
    expect(first).toEqual({ asked: 2, count: 400, at: writeIsoTime(clock.now()) });
    expect(await later()).toEqual({ asked: 1, count: 400, at: writeIsoTime(clock.now()) });
    expect(provider.received.at(-1)?.url).toMatch(/currency=USDT.*limit=20/);
    transactions.unshift(transaction(401, { created_at: '2026-01-02 03:04:46.000000+00' }));
    expect(await later()).toEqual({ asked: 3, count: 401, at: writeIsoTime(clock.now()) });
  });

  it('says that it is still reading a long list, and reads on', async () => {
    const held = Promise.withResolvers<void>();
    const { get, post } = await start(
      { transactions: many(30) },
      {
        limits: { waitMs: 200 },
        before: async () => {
          if (provider.received.at(-1)?.url.includes('limit=') === true) await held.promise;
        },
      },
    );
    for (const answer of [
      await get(sumTransactions.path),
      await post(sumMovements.path, days('2026-01-02T00:00:00Z')),
    ]) {
      expect(answer.status).toBe(504);
      expect(answer.headers['retry-after']).toBe('5');
      expect(answer.body).toContain('reading all rows');
    }
    held.resolve();
    await expect.poll(async () => (await get(sumTransactions.path)).status).toBe(200);
  });
});
