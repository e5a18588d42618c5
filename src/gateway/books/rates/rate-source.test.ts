import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { createJobs } from '#jobs/jobs.ts';
import { runOnce } from '#jobs/testing-jobs.ts';
import { makeTinyService, secret, setUpGateways, TestClock } from '../../testing/gateway-harness.ts';
import { parseRates } from './fetch-rates.ts';
import { rateSourceJob } from './rate-source.job.ts';
import { rateDesk } from './testing-rates.ts';

const database = useTestDatabase();
const start = setUpGateways(database);

let clock: TestClock;
let respond: RequestListener;
let requests: string[];
let server: ReturnType<typeof createServer>;
let url: string;

beforeEach(async () => {
  clock = new TestClock();
  requests = [];
  respond = (_request, response) => response.end(ratesJson('60000.5'));
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: it listens on a port.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates?key=of-theirs`;
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const ratesJson = (rate: string) =>
  `{"rates":[{"currency":"BTC","quote":"EUR","rate":${rate},"at":"2026-01-01"}]}`;

/** So long that no session ends while a test moves the clock. */
const DAYS = 10 * 86_400;

async function open({ allowLoopbackUrls = true } = {}) {
  const gateway = await start({
    provider: makeTinyService('good'),
    // The tests say when the job runs; that of a gateway could take the source before.
    jobs: { ...createJobs(() => undefined), start: () => undefined },
    now: clock.now,
    settings: {
      sessionSecret: secret,
      allowLoopbackUrls,
      sessionLifetimeSeconds: DAYS,
      idleTimeoutSeconds: DAYS,
    },
  });
  return rateDesk({ ...(await gateway.open('good')), send: gateway.send });
}

const job = () =>
  rateSourceJob({ db: database.db, now: clock.now, rules: { allowLoopback: true, timeoutMs: 1_000 } });

describe('the URL of rates', () => {
  it('is requested by nobody until an administrator sets it, then at once, once a day and on request', async () => {
    const desk = await open();
    expect(await runOnce(job())).toBe(false);
    expect((await desk.source()).host).toBeNull();
    expect((await desk.readSource()).status).toBe(404);
    expect((await desk.setSource(url)).status).toBe(200);
    await runOnce(job());
    expect(requests).toEqual(['/rates?key=of-theirs']);
    expect((await desk.list()).rates).toMatchObject([
      { currency: 'BTC', rate: '60000.5', source: 'url', recorded_by: null, at: '2026-01-01T12:00:00.000Z' },
    ]);
    const source = await desk.source();
    expect(source).toMatchObject({ failure: null, rates_read: 1, changed_by: 'key good' });
    // The rest of a URL may grant access.
    expect(source.host).toBe(new URL(url).host);
    expect(JSON.stringify(source)).not.toContain('of-theirs');
    clock.advance({ hours: 23 });
    expect(await runOnce(job())).toBe(false);
    await desk.readSource();
    expect(requests).toHaveLength(2);
    clock.advance({ hours: 25 });
    expect(await runOnce(job())).toBe(true);
    expect(requests).toHaveLength(3);
    await desk.setSource(null);
    clock.advance({ hours: 25 });
    expect(await runOnce(job())).toBe(false);
  });

  it('may correct a value, and the earlier one is kept', async () => {
    const desk = await open();
    await desk.setSource(url);
    await desk.readSource();
    respond = (_request, response) => response.end(ratesJson('"61000.000000000000000001"'));
    await desk.readSource();
    expect((await desk.list()).rates.map(({ rate }) => rate)).toEqual(['61000.000000000000000001']);
    expect((await desk.list('state=all')).count).toBe(2);
  });

  it.each<[string, RequestListener, string]>([
    [
      'a redirect, which is not followed',
      (request, response) =>
        response.writeHead(302, { location: `http://${request.headers.host}/other` }).end(),
      'It responded with a redirect (302), which isn’t followed.',
    ],
    [
      'another status',
      (_request, response) => response.writeHead(500).end(ratesJson('1')),
      'It responded with status 500.',
    ],
    ['no answer in time', () => undefined, 'It didn’t respond within 1 second.'],
    [
      'a body that is too large',
      (_request, response) => response.end(`{"rates":[${' '.repeat(1_000_001)}]}`),
      'Its response is too large.',
    ],
    [
      'a wrong rate',
      (_request, response) => response.end(ratesJson('-1')),
      'Rate 1 of its response is invalid: “-1” isn’t above 0.',
    ],
  ])(
    'that gives %s, is shown as failed, adds nothing and is tried again in an hour',
    async (_, answer, failure) => {
      const desk = await open();
      await desk.setSource(url);
      respond = answer;
      await runOnce(job());
      expect(await desk.source()).toMatchObject({
        failure,
        read_at: null,
        next_at: expect.stringContaining('T04:04'),
      });
      expect((await desk.list('state=all')).count).toBe(0);
      expect(requests).toHaveLength(1);
      clock.advance({ hours: 1 });
      respond = (_request, response) => response.end(ratesJson('2'));
      await runOnce(job());
      expect(await desk.source()).toMatchObject({ failure: null, rates_read: 1 });
    },
  );

  it.each([
    ['http://rates.example/', 'Enter a URL that starts with https://.'],
    ['https://10.1.2.3/', 'Enter a public URL. Rates aren’t read from private networks.'],
    ['https://169.254.169.254/latest', 'Enter a public URL. Rates aren’t read from private networks.'],
    ['https://[::ffff:10.0.0.1]/', 'Enter a public URL. Rates aren’t read from private networks.'],
    ['https://localhost/', 'Enter the URL of another machine. Rates aren’t read from this one.'],
    ['http://127.0.0.1:3000/', 'Enter the URL of another machine. Rates aren’t read from this one.'],
    ['https://user:pass@rates.example/', 'Enter a URL that starts with https://'],
    ['file:///etc/passwd', 'Enter a URL that starts with https://'],
  ])('is refused where it is %s', async (wrong, message) => {
    const desk = await open({ allowLoopbackUrls: false });
    const answer = await desk.setSource(wrong);
    expect([answer.status, answer.body]).toEqual([400, expect.stringContaining(message)]);
  });

  it('is not requested on this machine where that was allowed only before', async () => {
    const desk = await open();
    await desk.setSource(url);
    const strict = rateSourceJob({ db: database.db, now: clock.now, rules: { allowLoopback: false } });
    await runOnce(strict);
    expect((await desk.source()).failure).toContain('private network');
    expect(requests).toEqual([]);
  });
});

describe('a response', () => {
  const now = new TestClock().now();
  const failureOf = (text: string) => {
    const read = parseRates(text, now);
    return read.ok ? undefined : read.failure;
  };

  it('is read to the last digit, whether a rate is a number or text', () => {
    const digits = '0.123456789012345678901234567891';
    for (const written of [digits, `"${digits}"`]) {
      expect(parseRates(ratesJson(written), now)).toMatchObject({ ok: true, rates: [{ rate: digits }] });
    }
  });

  it.each([
    ['no JSON', 'isn’t a JSON object'],
    ['[]', 'isn’t a JSON object'],
    ['{"rates":[],"more":1}', 'isn’t a JSON object'],
    [
      '{"rates":[{"currency":"BTC","quote":"EUR","rate":true,"at":"2026-01-01"}]}',
      'Rate 1 of its response doesn’t have',
    ],
    ['{"rates":[{"currency":"BTC","quote":"EUR","rate":1,"at":"2026-01-01","x":1}]}', 'and nothing else'],
    ['{"rates":[{"currency":"BTC","quote":"EUR","rate":1,"at":"2026-01-09"}]}', 'is in the future'],
    [ratesJson('1').replace('[', `[${ratesJson('2').slice(10, -2)},`), 'same pair and moment'],
  ])('with anything wrong is refused as a whole: %s', (text, message) => {
    expect(failureOf(text)).toContain(message);
  });
});
