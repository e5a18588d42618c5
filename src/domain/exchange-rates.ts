import { type Decimal, decimal } from './decimal.ts';
import { addMs, type Instant } from './time.ts';
import { type RateSource, stablecoins, type ValueCurrency } from './value-currencies.ts';
import type { RateStep } from './value.ts';

/** A rate that an account knows. Those of exchanges have a stablecoin as their quote. */
export type KnownRate = {
  currency: string;
  quote: string;
  rate: Decimal;
  at: Instant;
  source: Exclude<RateSource, 'rule'>;
  origin: string;
};

/** How an account values amounts. */
export type RateRules = {
  /** A rate that is older than this many days isn't used. */
  max_age_days: number;
  /** Whether USDT and USDC count as 1 USD where they have no rate of their own. */
  stablecoins_as_usd: boolean;
};

/** The way from the currency to the one that it is valued in, by rates as of the moment; undefined: there is no rate. */
export type ResolveRate = (currency: string, quote: ValueCurrency, moment: Instant) => RateStep[] | undefined;

const DAY_MS = 86_400_000;

/** The earliest moment of which a rate may be used at the moment. */
export function oldestUsable(
  moment: Instant,
  { max_age_days: days }: Pick<RateRules, 'max_age_days'>,
): Instant {
  return addMs(moment, -days * DAY_MS);
}

/**
 * Chooses rates by one fixed rule, as docs/value.md describes it. A rate is the newest at or before the moment that isn't
 * too old; of two of the same moment, the one of a file. The first of these that there is:
 *
 * 1. the currency's own rate in the wanted currency, of a file or URL;
 * 2. its own rate in the other of USD and EUR, and the rate between these;
 * 3. for a stablecoin, 1 USD if the rules say so;
 * 4. its rate in a stablecoin by an exchange of the account, and the stablecoin's rate by 1 to 3.
 */
export function createResolveRate(known: readonly KnownRate[], rules: RateRules): ResolveRate {
  const published = byPair(known.filter(({ source }) => source !== 'exchange'));
  const exchanged = byPair(known.filter(({ source }) => source === 'exchange'));

  const find = (rates: RatesOfPairs, currency: string, quote: string, moment: Instant) => {
    const newest = newestAt(rates.get(pairKey(currency, quote)) ?? [], moment);
    return newest !== undefined && newest.at >= oldestUsable(moment, rules) ? newest : undefined;
  };

  const between = (from: string, to: string, moment: Instant): RateStep | undefined => {
    const direct = find(published, from, to, moment);
    const inverse = find(published, to, from, moment);
    if (inverse !== undefined && (direct === undefined || inverse.at > direct.at))
      return stepOf(inverse, true);
    return direct && stepOf(direct);
  };

  const resolve = (currency: string, quote: ValueCurrency, moment: Instant): RateStep[] | undefined => {
    if (currency === quote) return [];
    const other = otherOf(quote);
    if (currency === other) return present(between(other, quote, moment));
    const own = find(published, currency, quote, moment);
    if (own !== undefined) return [stepOf(own)];
    const through = find(published, currency, other, moment);
    const onward = through && between(other, quote, moment);
    if (through !== undefined && onward !== undefined) return [stepOf(through), onward];
    if (isStablecoin(currency)) {
      const rest = rules.stablecoins_as_usd ? resolve('USD', quote, moment) : undefined;
      return rest && [ruleStep(currency, moment), ...rest];
    }
    const ways = stablecoins.flatMap((coin) => {
      const rate = find(exchanged, currency, coin, moment);
      const rest = rate && resolve(coin, quote, moment);
      return rate === undefined || rest === undefined ? [] : [{ rate, rest }];
    });
    const [newest] = ways.toSorted((a, b) => (a.rate.at === b.rate.at ? 0 : a.rate.at < b.rate.at ? 1 : -1));
    return newest && [stepOf(newest.rate), ...newest.rest];
  };
  return resolve;
}

type RatesOfPairs = ReadonlyMap<string, readonly KnownRate[]>;

const precedence = { exchange: 0, url: 1, file: 2 } as const satisfies Record<KnownRate['source'], number>;

/** The rates of each pair, in order of time; of one moment, the one that counts last. */
function byPair(rates: readonly KnownRate[]): RatesOfPairs {
  const pairs = Map.groupBy(rates, ({ currency, quote }) => pairKey(currency, quote));
  const inOrder = (a: KnownRate, b: KnownRate) =>
    a.at === b.at ? precedence[a.source] - precedence[b.source] : a.at < b.at ? -1 : 1;
  return new Map([...pairs].map(([key, ofPair]) => [key, ofPair.toSorted(inOrder)]));
}

function pairKey(currency: string, quote: string): string {
  return `${currency}/${quote}`;
}

/** The last of the ordered rates that is at or before the moment. */
function newestAt(rates: readonly KnownRate[], moment: Instant): KnownRate | undefined {
  let [low, high] = [0, rates.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = rates[middle]?.at;
    if (at !== undefined && at <= moment) low = middle + 1;
    else high = middle;
  }
  return rates[low - 1];
}

function stepOf({ currency, quote, rate, at, source, origin }: KnownRate, isInverse = false): RateStep {
  return { currency, quote, rate, at, source, origin, is_inverse: isInverse };
}

function ruleStep(currency: string, moment: Instant): RateStep {
  return {
    currency,
    quote: 'USD',
    rate: decimal(1),
    at: moment,
    source: 'rule',
    origin: null,
    is_inverse: false,
  };
}

function present(step: RateStep | undefined): RateStep[] | undefined {
  return step && [step];
}

function otherOf(quote: ValueCurrency): ValueCurrency {
  return quote === 'USD' ? 'EUR' : 'USD';
}

function isStablecoin(currency: string): boolean {
  return stablecoins.some((coin) => coin === currency);
}

/** A gap: whole days in UTC, first and last included, such as `2026-10-31`. */
export type RateGap = { from: string; to: string };

/** The days at whose end (or now, for a day that isn't over) the currency has no rate, as few ranges as they make. */
export function findGaps(
  resolve: (moment: Instant) => unknown,
  { from, to, now }: { from: Instant; to: Instant; now: Instant },
): RateGap[] {
  const gaps: RateGap[] = [];
  let isOpen = false;
  for (let day = startOfDay(from); day < to && day <= now; day = addMs(day, DAY_MS)) {
    const end = addMs(day, DAY_MS);
    const isMissing = resolve(end < now ? end : now) === undefined;
    const date = day.slice(0, 10);
    const last = gaps.at(-1);
    if (isMissing && isOpen && last !== undefined) last.to = date;
    else if (isMissing) gaps.push({ from: date, to: date });
    isOpen = isMissing;
  }
  return gaps;
}

function startOfDay(instant: Instant): Instant {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: the date of an instant, a time of that form.
  return `${instant.slice(0, 10)}T00:00:00.000000Z` as Instant;
}
