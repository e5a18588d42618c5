import { afterEach, expect, it } from 'vitest';
import { unavailableHeader, wholeListHeader } from '#contract/gateway/whole-list.ts';
import { useTestDatabase } from '#database/testing.ts';
import { writeIsoTime } from '#domain/time.ts';
import { eventOf, openWebhook } from '../events/testing-events.ts';
import { secret, setUpGateways, TestClock } from '../testing/gateway-harness.ts';
import { fromOwnPage } from '../testing/http-client.ts';
import {
  envelope,
  failure,
  type Respond,
  sendJson,
  type StandInProvider,
  startStandInProvider,
} from '../testing/stand-in-provider.ts';

const startGateway = setUpGateways(useTestDatabase());
let provider: StandInProvider;
afterEach(async () => provider.close());

const path = '/api/prod/v1/transactions';
const pageSize = 5;

type Row = { transaction_id: string; network: string };

const row = (serial: number): Row & Record<string, string> => ({
  transaction_id: `tx_${String(serial).padStart(3, '0')}`,
  network: serial % 2 === 0 ? 'trx' : 'eth',
  direction: 'in',
  status: 'completed',
  amount: '1',
  currency: 'USDT',
  sender_wallet: 'TSender',
  recipient_wallet: 'TRecipient',
  hash: 'ab',
  fee: '0',
  created_at: `2026-01-01 00:00:00.${String(serial).padStart(6, '0')}+00`,
});

/** From the newest row to the oldest. */
const rows = (count: number): Row[] => Array.from({ length: count }, (_, at) => row(count - at));

type Options = {
  /** What each key sees: a provider that filters nothing, on pages of five. */
  rowsOf?: (key: string) => Row[];
  /** Called with the offset before each page is given. */
  before?: (offset: number) => void;
  limits?: { rows?: number; bytes?: number };
};

async function start({ rowsOf = () => rows(23), before = () => undefined, limits }: Options = {}) {
  provider = await startStandInProvider();
  provider.respond = respondWith(rowsOf, before);
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
  const open = async (key = 'good') => {
    const { cookie, get } = await gateway.open(key);
    const list = async (query = 'network=trx&limit=300') => await get(`${path}?${query}`);
    return { cookie, list };
  };
  const reads = () => provider.received.filter(({ url }) => url.includes('/transactions?limit=')).length;
  return { gateway, open, clock, reads };
}

const respondWith =
  (rowsOf: (key: string) => Row[], before: (offset: number) => void): Respond =>
  ({ url, method, headers }, response) => {
    const key = String(headers['token']);
    const { pathname, searchParams: query } = new URL(url, 'http://provider');
    if (method !== 'GET') sendJson(response, 200, envelope({ result: 'success' }));
    else if (pathname.endsWith('/test')) sendJson(response, 200, envelope({ result: 'success' }));
    else if (pathname.endsWith('/user-balances')) {
      sendJson(response, 200, envelope({ user_id: `account of ${key}`, balances: {} }));
    } else if (pathname.endsWith('/transactions')) {
      const offset = Number(query.get('offset') ?? 0);
      before(offset);
      const all = rowsOf(key);
      const size = Math.min(pageSize, Number(query.get('limit') ?? pageSize));
      const page = all.slice(offset, offset + size);
      sendJson(response, 200, envelope({ count: all.length, transactions: page, result: 'success' }));
    } else sendJson(response, 404, failure(404, 'not_found', 'Nothing here'));
  };

type Answer = { body: string };

const idsOf = ({ body }: Answer) =>
  (JSON.parse(body) as { data: { transactions: Row[] } }).data.transactions.map(
    (each) => each.transaction_id,
  );
const countOf = ({ body }: Answer) => (JSON.parse(body) as { data: { count: number } }).data.count;
const trxOf = (all: readonly Row[]) =>
  all.filter(({ network }) => network === 'trx').map((each) => each.transaction_id);

it('reads every row on small pages, applies the filter, and says how many rows it read and when', async () => {
  const { open, clock } = await start();
  const { list } = await open();
  const answer = await list();
  expect(idsOf(answer)).toEqual(trxOf(rows(23)));
  expect(countOf(answer)).toBe(11);
  const at = encodeURIComponent(writeIsoTime(clock.now()));
  expect(answer.headers[wholeListHeader]).toBe(`rows=23&other_rows=0&read_at=${at}&lacking=network`);
});

it('includes the rows that come while it reads, each once', async () => {
  const all = rows(23);
  const { open } = await start({
    rowsOf: () => all,
    before: (offset) => {
      if (offset > 0 && offset < 16 && all.length < 26) all.unshift(row(all.length + 1));
    },
  });
  const { list } = await open();
  const answer = await list();
  expect(all).toHaveLength(26);
  expect(idsOf(answer)).toEqual(trxOf(all));
  expect(countOf(answer)).toBe(13);
});

it('reads again what changed on the way, and never takes it for whole while it keeps changing', async () => {
  let all = rows(23);
  let isBusy = true;
  let newest = 500;
  const { open, clock } = await start({
    rowsOf: () => all,
    // The row that the next page is to begin with is gone, and another one is there for it.
    before: (offset) => {
      if (isBusy && offset > 0) all = [row((newest += 1)), ...all.filter((_each, at) => at !== offset)];
    },
  });
  const { list } = await open();
  const first = await list();
  expect(first.headers).not.toHaveProperty(wholeListHeader);
  expect(first.headers[unavailableHeader]).toMatch(/^names=network&reason=changing/);
  isBusy = false;
  clock.advance({ seconds: 16 });
  const second = await list();
  expect(second.headers).toHaveProperty(wholeListHeader);
  expect(idsOf(second)).toEqual(trxOf(all));
});

it('reads one list at a time, waits as the provider asks it to, and gives up where it fails', async () => {
  let refusals = 1;
  let isDown = false;
  const { open, clock } = await start();
  const { list } = await open();
  const { respond } = provider;
  provider.respond = (request, response) => {
    const isLater = request.url.includes('offset=8');
    if (isLater && isDown) sendJson(response, 500, failure(500, 'system', 'No'));
    else if (isLater && refusals > 0) {
      refusals -= 1;
      response.setHeader('retry-after', '1');
      sendJson(response, 429, failure(429, 'request', 'Slow down'));
    } else respond(request, response);
  };
  expect(countOf(await list())).toBe(11);
  isDown = true;
  clock.advance({ seconds: 16 });
  const failed = await list();
  expect(failed.headers).not.toHaveProperty(wholeListHeader);
  expect(failed.headers[unavailableHeader]).toBe('names=network&reason=failed');
});

it('shares what it read for 15 seconds, and reads again after a change, an event, or that time', async () => {
  const { gateway, open, clock, reads } = await start();
  const { cookie, list } = await open();
  await Promise.all([list(), list('network=eth')]);
  const once = reads();
  await list('currency=BTC');
  clock.advance({ seconds: 14 });
  await list();
  expect(reads()).toBe(once);
  clock.advance({ seconds: 2 });
  await list();
  const twice = reads();
  expect(twice).toBeGreaterThan(once);
  await gateway.send('/api/prod/v1/wallets', {
    method: 'PUT',
    headers: { ...fromOwnPage, cookie },
    body: { address: 'T1', name: 'New' },
  });
  await list();
  const thrice = reads();
  expect(thrice).toBeGreaterThan(twice);
  const webhook = await openWebhook(gateway);
  await webhook.send(eventOf());
  await expect
    .poll(async () => {
      await list();
      return reads();
    })
    .toBeGreaterThan(thrice);
});

it('reads a list that could not be paged as soon as a look has found that it can', async () => {
  const { gateway, open } = await start();
  const { cookie, list } = await open();
  const { respond } = provider;
  provider.respond = (request, response) =>
    respond(Object.assign(request, { url: request.url.replace(/offset=\d+/, 'offset=0') }), response);
  expect((await list()).headers[unavailableHeader]).toMatch(/reason=no_pages/);
  provider.respond = respond;
  const look = { method: 'POST', headers: { ...fromOwnPage, cookie }, body: {} };
  await gateway.send('/console/provider-capabilities', look);
  // The clock stands still: without the look, the list would be tried again a minute later.
  await expect
    .poll(async () => (await list()).headers[wholeListHeader], { timeout: 20_000 })
    .toMatch(/^rows=23&/);
});

it('never gives one key the rows of another', async () => {
  const { open } = await start({ rowsOf: (key) => (key === 'good' ? rows(23) : rows(4)) });
  const [mine, theirs] = [await open('good'), await open('other')];
  const [own, foreign] = await Promise.all([mine.list(), theirs.list()]);
  expect([countOf(own), countOf(foreign)]).toEqual([11, 2]);
});

it('forgets what was used longest ago where lists take more room than there is', async () => {
  const bytes = 4 * 12_000;
  const { open, reads } = await start({ limits: { bytes } });
  const desks = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(open));
  for (const { list } of desks) expect(countOf(await list())).toBe(11);
  const before = reads();
  await desks.at(-1)?.list();
  expect(reads()).toBe(before);
  await desks[0]?.list();
  expect(reads()).toBeGreaterThan(before);
});

it('reads no list that takes more room than it may', async () => {
  const { open } = await start({ limits: { bytes: 4_000 } });
  const { list } = await open();
  expect((await list()).headers[unavailableHeader]).toMatch(/^names=network&reason=too_long/);
});
