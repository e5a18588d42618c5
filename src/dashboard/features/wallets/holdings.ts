import type { Wallet } from '#contract/wallet-service/wallets.ts';
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

/** Why a wallet can't be deleted; undefined for a wallet that is known to be empty. */
export function whyNotDeleted(balances: Wallet['balances'] | undefined): string | undefined {
  if (balances === undefined) {
    return 'The wallet’s balances couldn’t be loaded, so it can’t be deleted. It may not be empty.';
  }
  return nonZero(holdingsOf(balances)).length === 0
    ? undefined
    : 'A wallet with a balance can’t be deleted. Withdraw the funds first.';
}

function rank(currency: string): number {
  const index = currencies.findIndex((known) => known === currency);
  return index === -1 ? currencies.length : index;
}
