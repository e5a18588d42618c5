import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from './decimal.ts';
import { createResolveRate, findGaps, type KnownRate, type RateRules } from './exchange-rates.ts';
import { addMs, type Instant, instantFromDate, msBetween } from './time.ts';

const DAY_MS = 86_400_000;
const at = (text: string): Instant => instantFromDate(new Date(text));
const noon = (day: string): Instant => at(`2026-10-${day}T12:00:00Z`);

function rate(pair: string, value: string, moment: Instant, source: KnownRate['source'] = 'file'): KnownRate {
  const [currency = '', quote = ''] = pair.split('/');
  return { currency, quote, rate: decimal(value), at: moment, source, origin: source };
}

const rules: RateRules = { max_age_days: 7, stablecoins_as_usd: false };
const now = noon('31');

/** The way, such as `BTC/USD 2 · EUR/USD 4 inverse`; undefined without a rate. */
function wayOf(known: KnownRate[], currency: string, quote: 'USD' | 'EUR', changed: Partial<RateRules> = {}) {
  const steps = createResolveRate(known, { ...rules, ...changed })(currency, quote, now);
  return steps
    ?.map(
      (one) => `${one.currency}/${one.quote} ${one.rate}${one.is_inverse ? ' inverse' : ''} ${one.source}`,
    )
    .join(' · ');
}

describe('the rate that is used', () => {
  it('is the newest at or before the moment, and none that is older than the limit', () => {
    const known = [rate('BTC/EUR', '1', noon('29')), rate('BTC/EUR', '2', noon('30'))];
    const resolve = createResolveRate(known, rules);
    const usedAt = (moment: Instant) => resolve('BTC', 'EUR', moment)?.[0]?.rate;
    expect(usedAt(addMs(noon('29'), -1))).toBeUndefined();
    expect(usedAt(noon('29'))).toBe('1');
    expect(usedAt(addMs(noon('30'), -1))).toBe('1');
    expect(usedAt(noon('30'))).toBe('2');
    expect(usedAt(addMs(noon('30'), 7 * DAY_MS))).toBe('2');
    expect(usedAt(addMs(noon('30'), 7 * DAY_MS + 1))).toBeUndefined();
  });

  it('is what a search of all rates finds', () => {
    const moments = fc.nat(20 * 24).map((hours) => addMs(noon('01'), hours * 3_600_000));
    fc.assert(
      fc.property(
        fc.uniqueArray(moments, { maxLength: 30 }),
        moments,
        fc.integer({ min: 1, max: 9 }),
        (all, moment, days) => {
          const known = all.map((each, index) => rate('BTC/EUR', String(index + 1), each));
          const usable = known.filter(
            (each) => each.at <= moment && msBetween(each.at, moment) <= days * DAY_MS,
          );
          const expected = usable.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0]?.rate;
          const resolve = createResolveRate(known, { ...rules, max_age_days: days });
          expect(resolve('BTC', 'EUR', moment)?.[0]?.rate).toBe(expected);
        },
      ),
    );
  });

  it('is that of a file where a URL has one of the same moment, else the newer one', () => {
    const same = [rate('BTC/EUR', '1', noon('30')), rate('BTC/EUR', '2', noon('30'), 'url')];
    expect(wayOf(same, 'BTC', 'EUR')).toBe('BTC/EUR 1 file');
    expect(wayOf([...same, rate('BTC/EUR', '3', noon('31'), 'url')], 'BTC', 'EUR')).toBe('BTC/EUR 3 url');
  });

  it('is a cross rate only by an explicit rate between USD and EUR, in either direction, the newer one', () => {
    const dollars = rate('BTC/USD', '2', noon('30'));
    expect(wayOf([dollars], 'BTC', 'EUR')).toBeUndefined();
    expect(wayOf([dollars, rate('EUR/USD', '4', noon('30'))], 'BTC', 'EUR')).toBe(
      'BTC/USD 2 file · EUR/USD 4 inverse file',
    );
    const both = [dollars, rate('EUR/USD', '4', noon('29')), rate('USD/EUR', '5', noon('30'))];
    expect(wayOf(both, 'BTC', 'EUR')).toBe('BTC/USD 2 file · USD/EUR 5 file');
    expect(wayOf([...both, rate('BTC/EUR', '9', noon('25'))], 'BTC', 'EUR')).toBe('BTC/EUR 9 file');
    expect(wayOf([rate('EUR/USD', '4', noon('30'))], 'EUR', 'USD')).toBe('EUR/USD 4 file');
    expect(wayOf([rate('EUR/USD', '4', noon('30'))], 'USD', 'EUR')).toBe('EUR/USD 4 inverse file');
    expect(wayOf([], 'EUR', 'EUR')).toBe('');
  });

  it('counts a stablecoin as 1 USD only if the rules say so, and its own rate before that', () => {
    expect(wayOf([], 'USDT', 'USD')).toBeUndefined();
    expect(wayOf([], 'USDT', 'USD', { stablecoins_as_usd: true })).toBe('USDT/USD 1 rule');
    const own = [rate('USDT/USD', '0.98', noon('30'))];
    expect(wayOf(own, 'USDT', 'USD', { stablecoins_as_usd: true })).toBe('USDT/USD 0.98 file');
    expect(wayOf([], 'USDT', 'EUR', { stablecoins_as_usd: true })).toBeUndefined();
    expect(wayOf([rate('EUR/USD', '4', noon('30'))], 'USDC', 'EUR', { stablecoins_as_usd: true })).toBe(
      'USDC/USD 1 rule · EUR/USD 4 inverse file',
    );
    expect(wayOf([], 'BTC', 'USD', { stablecoins_as_usd: true })).toBeUndefined();
  });

  it('is that of an exchange only where there is no other, and the stablecoin has one', () => {
    const exchanged = [
      rate('BTC/USDT', '7', noon('29'), 'exchange'),
      rate('BTC/USDC', '8', noon('30'), 'exchange'),
    ];
    expect(wayOf(exchanged, 'BTC', 'USD')).toBeUndefined();
    expect(wayOf(exchanged, 'BTC', 'USD', { stablecoins_as_usd: true })).toBe(
      'BTC/USDC 8 exchange · USDC/USD 1 rule',
    );
    expect(wayOf([...exchanged, rate('USDT/USD', '0.9', noon('30'))], 'BTC', 'USD')).toBe(
      'BTC/USDT 7 exchange · USDT/USD 0.9 file',
    );
    const listed = [...exchanged, rate('BTC/USD', '6', noon('25'))];
    expect(wayOf(listed, 'BTC', 'USD', { stablecoins_as_usd: true })).toBe('BTC/USD 6 file');
  });
});

describe('gaps', () => {
  const period = { from: at('2026-10-01T00:00:00Z'), to: at('2026-11-01T00:00:00Z'), now: noon('31') };

  it('are the days at whose end there is no rate, up to now', () => {
    const known = [rate('BTC/EUR', '1', noon('03')), rate('BTC/EUR', '1', noon('20'))];
    const resolve = createResolveRate(known, { ...rules, max_age_days: 2 });
    const gaps = findGaps((moment) => resolve('BTC', 'EUR', moment), period);
    expect(gaps).toEqual([
      { from: '2026-10-01', to: '2026-10-02' },
      { from: '2026-10-05', to: '2026-10-19' },
      { from: '2026-10-22', to: '2026-10-31' },
    ]);
  });

  it('are none where each day has a rate, and leave out days to come', () => {
    expect(findGaps(() => [], period)).toEqual([]);
    const early = { ...period, now: noon('02') };
    expect(findGaps(() => undefined, early)).toEqual([{ from: '2026-10-01', to: '2026-10-02' }]);
  });
});
