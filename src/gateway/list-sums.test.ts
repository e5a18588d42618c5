import { afterEach, describe, expect, it } from 'vitest';
import type { FoundSums } from '#contract/gateway/list-sums.ts';
import { useTestDatabase } from '#database/testing.ts';
import { secret, setUpGateways, TestClock } from './testing/gateway-harness.ts';
import { fromOwnPage } from './testing/http-client.ts';
import {
  envelope,
  failure,
  sendJson,
  type StandInProvider,
  startStandInProvider,
} from './testing/stand-in-provider.ts';

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

/** A provider that filters and sorts nothing. */
async function start(lists: { transactions?: Row[]; requests?: Row[] }, rows?: number) {
  provider = await startStandInProvider();
  provider.respond = ({ url, method, headers }, response) => {
    const { pathname, searchParams: query } = new URL(url, 'http://provider');
    const offset = Number(query.get('offset') ?? 0);
    const limit = Number(query.get('limit') ?? 100);
    const page = (all: Row[]) => all.slice(offset, offset + limit);
    const { transactions = [], requests = [] } = lists;
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
  const clock = new TestClock();
  const gateway = await startGateway({
    mode: 'remote',
    deposits: 'provider',
    provider: { kind: 'remote', url: provider.url },
    now: clock.now,
    settings: {
      sessionSecret: secret,
      providerLookDelayMs: Number.POSITIVE_INFINITY,
      wholeListLimits: rows === undefined ? undefined : { rows },
    },
  });
  const { cookie, get } = await gateway.open('good');
  const sums = async (path: string): Promise<FoundSums | null> => foundIn(await get(`/console/sums/${path}`));
  const movements = async (body: object) => {
    const sent = { method: 'POST', headers: { ...fromOwnPage, cookie }, body };
    return foundIn(await gateway.send('/console/sums/movements', sent)) as unknown;
  };
  const reads = () => provider.received.filter(({ url }) => url.includes('?limit=')).length;
  return { clock, sums, movements, reads };
}

function foundIn({ body }: { body: string }): FoundSums | null {
  return (JSON.parse(body) as { data: { found: FoundSums | null } }).data.found;
}

const many = (count: number, changes?: Row) =>
  Array.from({ length: count }, (_, at) => transaction(count - at, changes));

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
    await sums(`transactions?created_to=${clock.now().toISOString()}`);
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

  it('gives no sums of a list with more rows than it may read, or whose rows don’t show whether they match', async () => {
    const { sums, movements } = await start({ transactions: many(40) }, 30);
    expect(await sums('transactions')).toBe(null);
    const body = { currency: 'USDT', starts: ['2026-01-01T00:00:00Z'], until: '2026-01-02T00:00:00Z' };
    expect(await movements(body)).toBe(null);
    await provider.close();
    const unclear = await start({ transactions: [...many(3), transaction(9, { created_at: 'yesterday' })] });
    expect(await unclear.sums('transactions?created_from=2026-01-01')).toBe(null);
  });

  it('adds up inflow and outflow in spans that the caller chooses', async () => {
    const { movements } = await start({
      transactions: [
        transaction(1, { created_at: '2026-01-01 00:00:00.000000+00' }),
        transaction(2, { created_at: '2026-01-01 22:59:59.999999+00' }),
        transaction(3, { created_at: '2026-01-01 23:00:00.000000+00' }),
        transaction(4, { created_at: '2026-01-02 12:00:00.000000+00' }),
        transaction(5, { created_at: '2026-01-02 12:00:00.000001+00' }),
        transaction(6, { created_at: '2026-01-02 01:00:00.000000+00', currency: 'ETH' }),
        transaction(7, { created_at: '2026-01-02 01:00:00.000000+00', status: 'error' }),
      ],
    });
    const starts = ['2025-12-31T23:00:00Z', '2026-01-01T23:00:00Z'];
    expect(await movements({ currency: 'USDT', starts, until: '2026-01-02T12:00:00Z' })).toMatchObject({
      spans: [
        { in: '0.000000000000000002', out: '0', transactions: 2 },
        { in: '0.000000000000000001', out: '0.000000000000000001', transactions: 2 },
      ],
      unreadable: 0,
    });
  });
});
