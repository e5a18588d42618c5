import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, setUpGateways, TestClock } from '../../testing/gateway-harness.ts';
import { dataOf, rateDesk } from './testing-rates.ts';

const start = setUpGateways(useTestDatabase());
const header = 'date,currency,quote,rate';
const file = (...lines: string[]) => [header, ...lines].join('\n');

let clock: TestClock;
let gateway: Awaited<ReturnType<typeof start>>;
let desk: ReturnType<typeof rateDesk>;

const sign = async (token: string) => rateDesk({ ...(await gateway.open(token)), send: gateway.send });

beforeEach(async () => {
  clock = new TestClock();
  const provider = makeTinyService('good', 'other', 'reader');
  const { describeKey } = provider;
  provider.describeKey = async (key) => {
    const description = await describeKey(key);
    return key === 'reader' && description !== undefined
      ? { ...description, accountId: 'account of good', permissions: ['balances:read'] }
      : description;
  };
  gateway = await start({ provider, now: clock.now });
  desk = await sign('good');
});

describe('a file of rates', () => {
  it('is recorded with who uploaded it, to the last digit, and belongs to the account', async () => {
    const rate = '60000.123456789012345678901234567891';
    const answer = await desk.upload(
      file(`2026-01-01,btc,eur,${rate}`, '2026-01-01T16:00:00+01:00,EUR,USD,1.08'),
    );
    expect(dataOf(answer)).toEqual({ added: 2, replaced: 0, unchanged: 0 });
    const { count, rates } = await desk.list();
    expect(count).toBe(2);
    expect(rates.map(({ id: _id, ...each }) => each)).toEqual([
      {
        currency: 'EUR',
        quote: 'USD',
        rate: '1.08',
        at: '2026-01-01T15:00:00.000Z',
        source: 'file',
        origin: 'rates.csv',
        recorded_at: '2026-01-02T03:04:05.000Z',
        recorded_by: 'key good',
        superseded_at: null,
        superseded_by: null,
      },
      expect.objectContaining({ currency: 'BTC', quote: 'EUR', rate, at: '2026-01-01T12:00:00.000Z' }),
    ]);
    expect((await (await sign('other')).list()).count).toBe(0);
    expect(await desk.list('currency=btc')).toMatchObject({ count: 1, rates: [{ currency: 'BTC' }] });
  });

  it('is previewed without recording anything', async () => {
    await desk.upload(file('2026-01-01,BTC,EUR,1', '2026-01-01,ETH,EUR,2'));
    const preview = await desk.preview(
      file('2026-01-01,BTC,EUR,1.0', '2026-01-01,ETH,EUR,3', '2025-12-31,ETH,EUR,4', '2026-01-01,TRX,EUR,-1'),
    );
    expect(preview).toEqual({
      added: 1,
      replaced: 1,
      unchanged: 1,
      problems: [{ line: 5, problem: '“-1” isn’t above 0.' }],
      problem_count: 1,
      pairs: [
        {
          currency: 'BTC',
          quote: 'EUR',
          rates: 1,
          first_at: '2026-01-01T12:00:00.000Z',
          last_at: '2026-01-01T12:00:00.000Z',
        },
        {
          currency: 'ETH',
          quote: 'EUR',
          rates: 2,
          first_at: '2025-12-31T12:00:00.000Z',
          last_at: '2026-01-01T12:00:00.000Z',
        },
      ],
      replacements: [
        { currency: 'ETH', quote: 'EUR', at: '2026-01-01T12:00:00.000Z', rate: '2', new_rate: '3' },
      ],
    });
    expect((await desk.list()).count).toBe(2);
  });

  it('with a wrong line is not recorded at all, and each such line is named', async () => {
    const answer = await desk.upload(
      file(
        '2026-01-01,BTC,EUR,1',
        '2026-02-30,BTC,EUR,1',
        '2026-01-03,BTC,EUR,1',
        '2026-01-01,B T C,EUR,1',
        '2026-01-01,BTC,GBP,1',
        '2026-01-01,EUR,EUR,1',
        '2026-01-01,BTC,EUR,1,5',
        '2026-01-01,ETH,EUR,1e5x',
        '2026-01-01,ETH,EUR,0',
        '2026-01-01,ETH,EUR,',
        '2026-01-01,BTC,EUR,2',
        '2026-01-01,"BTC,EUR,2',
      ),
    );
    expect(answer.status).toBe(400);
    expect(dataOf(answer)).toEqual({
      'line 3': '“2026-02-30” isn’t a date such as 2026-10-31 or 2026-10-31T16:00:00Z.',
      'line 4': '“2026-01-03” is in the future.',
      'line 5': '“B T C” isn’t a currency such as BTC.',
      'line 6': '“GBP” isn’t USD or EUR.',
      'line 7': '“EUR” is valued in itself.',
      'line 8': 'It has 5 columns instead of 4. Write decimals with a point, without separators.',
      'line 9': '“1e5x” isn’t a number such as 1234.56.',
      'line 10': '“0” isn’t above 0.',
      'line 11': 'A value is missing.',
      'line 12': 'It is for the same pair and moment as line 2.',
      'line 13': 'It isn’t CSV: a quotation mark is missing or in the wrong place.',
    });
    expect((await desk.list()).count).toBe(0);
  });

  it.each([
    ['currency,quote,rate\nBTC,EUR,1', 'must name the columns'],
    ['', 'must name the columns'],
    [header, 'There are no rates'],
    [file(...Array.from({ length: 10_001 }, (_, i) => `2026-01-01,C${i},EUR,1`)), '10,000 rates at most'],
  ])('that has the wrong form is refused: %.30s', async (text, message) => {
    const answer = await desk.upload(text);
    expect(answer.status).toBe(400);
    expect(answer.body).toContain(message);
  });

  it('replaces values only where that is confirmed, and keeps the earlier ones', async () => {
    await desk.upload(file('2026-01-01,BTC,EUR,1'));
    clock.advance({ minutes: 20 });
    const changed = file('2026-01-01,BTC,EUR,2', '2025-12-31,BTC,EUR,3');
    const refused = await desk.upload(changed);
    expect([refused.status, refused.body]).toEqual([409, expect.stringContaining('1 value would replace')]);
    expect((await desk.list('state=all')).count).toBe(1);
    const done = await desk.upload(changed, { replace: true, name: 'corrected.csv' });
    expect(dataOf(done)).toEqual({ added: 1, replaced: 1, unchanged: 0 });
    expect((await desk.list()).rates.map(({ rate }) => rate)).toEqual(['2', '3']);
    const { rates } = await desk.list('state=all');
    expect(rates.find(({ rate }) => rate === '1')).toMatchObject({
      origin: 'rates.csv',
      superseded_at: '2026-01-02T03:24:05.000Z',
      superseded_by: 'key good',
    });
    // What was known before the correction is still known.
    const used = async (query: Record<string, string>) =>
      (await desk.ratesAt({ currencies: 'BTC', ...query })).rates[0]?.steps?.[0]?.rate;
    expect(await used({})).toBe('2');
    expect(await used({ known_at: '2026-01-02T03:20:00Z' })).toBe('1');
    expect(await used({ known_at: '2026-01-02T03:00:00Z' })).toBeUndefined();
  });

  it('is taken by one of two requests that record it at the same time', async () => {
    const text = file('2026-01-01,BTC,EUR,1');
    const answers = await Promise.all([desk.upload(text), desk.upload(text), desk.upload(text)]);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect((await desk.list('state=all')).count).toBe(1);
  });
});

it('rates that are taken out of use no longer count, stay listed as such, and belong to their account', async () => {
  await desk.upload(file('2026-01-01,BTC,EUR,1'));
  const [first] = (await desk.list()).rates;
  const id = first?.id ?? '';
  expect((await (await sign('other')).supersede(id)).status).toBe(404);
  clock.advance({ minutes: 1 });
  expect(dataOf(await desk.supersede(id))).toEqual({ superseded: 1 });
  expect((await desk.supersede(id)).status).toBe(404);
  expect((await desk.list()).count).toBe(0);
  expect((await desk.list('state=all')).rates).toMatchObject([{ id, superseded_by: 'key good' }]);
  expect((await desk.settings()).has_rates).toBe(false);
  // It was known until then, and isn't afterward.
  clock.advance({ minutes: 1 });
  const knownAt = async (moment: string) =>
    (await desk.ratesAt({ currencies: 'BTC', known_at: moment })).rates[0]?.steps;
  expect(await knownAt('2026-01-02T03:05:00Z')).toMatchObject([{ rate: '1' }]);
  expect(await knownAt('2026-01-02T03:06:00Z')).toBeNull();
});

it('says which rates are used at a moment, and by which rules', async () => {
  await desk.upload(file('2025-12-20,BTC,USD,90000', '2026-01-01,BTC,USD,91000', '2026-01-01,EUR,USD,1.3'));
  const now = await desk.ratesAt({});
  expect(now).toMatchObject({ quote: 'EUR', max_age_days: 7, stablecoins_as_usd: false });
  expect(now.rates.map(({ currency }) => currency)).toEqual(['BTC', 'EUR', 'USD']);
  expect(now.rates[0]?.steps).toMatchObject([
    { currency: 'BTC', quote: 'USD', rate: '91000', at: '2026-01-01T12:00:00.000Z', is_inverse: false },
    { currency: 'EUR', quote: 'USD', rate: '1.3', origin: 'rates.csv', is_inverse: true },
  ]);
  const earlier = await desk.ratesAt({ quote: 'USD', at: '2025-12-21T00:00:00Z', currencies: 'TRX,BTC' });
  expect(earlier.rates).toMatchObject([{ currency: 'TRX', steps: null }, { steps: [{ rate: '90000' }] }]);
});

it('counts stablecoins as 1 USD only if the account says so', async () => {
  const used = async () => (await desk.ratesAt({ quote: 'USD', currencies: 'USDT' })).rates[0]?.steps;
  expect(await used()).toBeNull();
  expect((await desk.settings()).has_rates).toBe(false);
  expect((await desk.setSettings({ stablecoins_as_usd: true })).status).toBe(200);
  expect(await used()).toMatchObject([{ source: 'rule', rate: '1' }]);
  expect(await desk.settings()).toMatchObject({ has_rates: true, version: 1, updated_by: 'key good' });
});

it('names the days on which a currency has no rate', async () => {
  await desk.upload(file('2025-12-10,BTC,EUR,1', '2025-12-28,BTC,EUR,1', '2025-12-10,ETH,EUR,1'));
  await desk.setSettings({ max_age_days: 3 });
  const period = { from: '2025-12-10', to: '2026-02-01', currencies: 'EUR,BTC,ETH' };
  expect(await desk.gaps(period)).toEqual([
    {
      currency: 'BTC',
      ranges: [
        { from: '2025-12-13', to: '2025-12-27' },
        { from: '2025-12-31', to: '2026-01-02' },
      ],
    },
    { currency: 'ETH', ranges: [{ from: '2025-12-13', to: '2026-01-02' }] },
  ]);
  const { cookie, get } = await gateway.open('good');
  // This wallet service lists no balances, so what the account holds isn't known.
  const unknown = await get('/console/exchange-rates/gaps?quote=EUR&from=2025-12-10&to=2026-01-01');
  expect([unknown.status, unknown.body]).toEqual([502, expect.stringContaining('what the account holds')]);
  const tooLong = await gateway.send(
    '/console/exchange-rates/gaps?quote=EUR&currencies=BTC&from=2020-01-01&to=2026-01-01',
    {
      headers: { cookie },
    },
  );
  expect([tooLong.status, tooLong.body]).toEqual([400, expect.stringContaining('at most 400 days')]);
});

describe('settings', () => {
  it('are refused from a version that is not the current one, and with values out of bounds', async () => {
    await desk.setSettings({ currency: 'EUR' });
    const { value } = await desk.settings();
    const change = async (body: object) => desk.change('/console/settings/value', body, 'PUT');
    expect((await change({ version: 0, ...value })).status).toBe(409);
    expect(dataOf(await change({ version: 1, ...value, max_age_days: 0, dust: '-1' }))).toEqual({
      max_age_days: 'Enter a whole number of days from 1 to 366.',
      dust: 'Enter an amount from 0 to 999,999, such as 1 or 0.50.',
    });
  });

  it('and rates can be read but not changed by a key that only reads balances', async () => {
    const reader = await sign('reader');
    expect((await reader.settings()).value.currency).toBe('USD');
    expect((await reader.preview(file('2026-01-01,BTC,EUR,1'))).added).toBe(1);
    const refusals = [
      await reader.upload(file('2026-01-01,BTC,EUR,1')),
      await reader.supersede(`rate_${'0'.repeat(24)}`),
      await reader.setSettings({ currency: 'off' }),
      await reader.setSource('https://rates.example/'),
      await reader.readSource(),
      await reader.collect(),
    ];
    expect(refusals.map(({ status }) => status)).toEqual(Array.from(refusals, () => 400));
    expect(refusals.every(({ body }) => body.includes('permission'))).toBe(true);
  });
});
