import type { Decimal } from './decimal.ts';

// Every digit of an amount, and never in scientific notation.
const digits = new Intl.NumberFormat('en-US', { maximumFractionDigits: 100 });
const plurals = new Intl.PluralRules('en-US');
const lists = {
  and: new Intl.ListFormat('en-US', { type: 'conjunction' }),
  or: new Intl.ListFormat('en-US', { type: 'disjunction' }),
};

/** `1,234,567` for a whole number or the digits of one. */
export function formatInteger(value: number | string): string {
  return digits.format(BigInt(value));
}

/** `1 wallet`, `2,000 wallets`. Give the plural where it isn't the noun with an s. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${digits.format(count)} ${pluralize(count, noun, plural)}`;
}

/** `wallet` for 1, `wallets` for any other number, for sentences that have the number elsewhere. */
export function pluralize(count: number, noun: string, plural = `${noun}s`): string {
  return plurals.select(count) === 'one' ? noun : plural;
}

/** `a`, `a and b`, `a, b, and c`; with `or` in place of `and` if only one of them applies. */
export function formatList(items: readonly string[], word: 'and' | 'or' = 'and'): string {
  return lists[word].format(items);
}

/** `−1,234.5`: every digit of an exact amount, grouped. */
export function formatAmount(amount: Decimal): string {
  return digits.format(amount as `${number}`).replace('-', '−');
}
