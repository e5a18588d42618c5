import { decimal, type Decimal } from '#domain/decimal.ts';
import { type Currency, currencyFactsOf, decimalsOf, type Network } from '#domain/networks.ts';
import type { Random } from './random.ts';

/**
 * An amount of about that worth with the digits that such amounts have: people send round dollars and
 * cents, machines every digit that the network has.
 */
export function amountWorth(
  random: Random,
  network: Network,
  currency: Currency,
  { dollars, price }: { dollars: number; price: number },
): Decimal {
  const places = decimalsOf(network, currency) ?? 0;
  const worth = dollars / price;
  const isStable = currencyFactsOf(currency).sandbox.dollars === 1;
  if (isStable && random.chance(0.4)) return rounded(worth);
  const written = isStable ? random.pick([2, 2, places]) : random.pick([places, places, Math.min(4, places)]);
  // A double has some fifteen digits: those behind the sixth decimal are drawn.
  const shown = worth.toFixed(6);
  const digits = shown.slice(shown.indexOf('.') + 1) + random.digits(Math.max(0, places - 6));
  const text = `${shown.slice(0, shown.indexOf('.'))}.${digits.slice(0, written)}`;
  return decimal(/[1-9]/.test(text) ? text : '1');
}

/** A few of the smallest units that the network has. */
export function dust(random: Random, network: Network, currency: Currency): Decimal {
  const places = decimalsOf(network, currency) ?? 0;
  const digits = String(1 + random.integer(9_999)).padStart(places + 1, '0');
  return decimal(`${digits.slice(0, -places)}.${digits.slice(-places)}`);
}

/** Two leading digits, as people type amounts. */
function rounded(worth: number): Decimal {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, worth))) - 1);
  return decimal(Math.max(1, Math.round(worth / unit) * unit));
}
