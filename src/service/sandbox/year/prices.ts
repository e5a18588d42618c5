import { decimal, type Decimal } from '#domain/decimal.ts';
import { currencies, currencyFactsOf, type Currency } from '#domain/networks.ts';
import type { Random } from '../random.ts';

/** What currencies are worth, roughly, in US dollars at the end of the year. */
export function dollarsToday(currency: Currency): number {
  return currencyFactsOf(currency).sandbox.dollars;
}

const steps = 366;
const significantDigits = 8;

export type Prices = {
  /** What one of it is worth in US dollars at a place of the year. */
  dollars: (currency: Currency, place: number) => number;
  /** How much of `to` one of `from` gives there. */
  rate: (from: Currency, to: Currency, place: number) => Decimal;
};

/** Prices that wander over the year and end where they stand today. */
export function makePrices(random: Random): Prices {
  const walks = Object.fromEntries(
    currencies.map((currency) => [currency, walkBack(random, currency)]),
  ) satisfies Record<string, Float64Array>;
  const dollars = (currency: Currency, place: number): number => {
    const step = place * (steps - 1);
    const day = Math.min(Math.floor(step), steps - 2);
    const [before = 1, after = 1] = walks[currency]?.subarray(day, day + 2) ?? [];
    return before + (after - before) * (step - day);
  };
  return {
    dollars,
    rate: (from, to, place) => rateOf(dollars(from, place) / dollars(to, place)),
  };
}

/** A rate as a market quotes it: so many digits and no more. */
export function rateOf(quotient: number): Decimal {
  return decimal(quotient.toPrecision(significantDigits));
}

function walkBack(random: Random, currency: Currency): Float64Array {
  const walk = new Float64Array(steps);
  const { dollars, swing: dailySwing } = currencyFactsOf(currency).sandbox;
  const isStable = dollars === 1;
  let price: number = dollars;
  for (let step = steps - 1; step >= 0; step -= 1) {
    walk[step] = price;
    const swing = (random.fraction() + random.fraction() - 1) * 2.4 * dailySwing;
    // What is worth a dollar comes back to it.
    price = isStable ? 1 + (price - 1) * 0.8 + swing : price * (1 - swing);
  }
  return walk;
}
