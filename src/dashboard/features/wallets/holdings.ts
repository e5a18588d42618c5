import { type Decimal, isZero } from '#domain/decimal.ts';
import { currencies } from '#domain/networks.ts';

export type Holding = { currency: string; amount: Decimal };

/**
 * What a wallet holds by currency, zero included. In the order of our currencies, stable coins first, then what
 * we do not know by its letters: amounts of different currencies cannot be ranked without a price.
 */
export function holdingsOf(balances: Record<string, { available: Decimal }>): Holding[] {
  return Object.entries(balances)
    .map(([currency, { available }]) => ({ currency, amount: available }))
    .sort((a, b) => rank(a.currency) - rank(b.currency) || (a.currency < b.currency ? -1 : 1));
}

export function nonZero(holdings: Holding[]): Holding[] {
  return holdings.filter(({ amount }) => !isZero(amount));
}

function rank(currency: string): number {
  const index = currencies.findIndex((known) => known === currency);
  return index === -1 ? currencies.length : index;
}
