import type { Decimal } from './decimal.ts';

// Written as `Intl` writes it, which tests compare. The first format that it makes blocks a phone for 60 ms, and every
// page has a number.

/** `1,234,567` for a whole number or the digits of one. */
export function formatInteger(value: number | bigint | string): string {
  return group(BigInt(value).toString());
}

/** `1 wallet`, `2,000 wallets`. Give the plural where it isn't the noun with an s. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatInteger(count)} ${pluralize(count, noun, plural)}`;
}

/** `the only row`, `both rows`, `all 1,234 rows`: every one of at least one, after a preposition. */
export function formatEvery(count: number, noun: string): string {
  if (count === 1) return `the only ${noun}`;
  return count === 2 ? `both ${noun}s` : `all ${formatCount(count, noun)}`;
}

/** `wallet` for 1, `wallets` for any other number, for sentences that have the number elsewhere. */
export function pluralize(count: number, noun: string, plural = `${noun}s`): string {
  return count === 1 ? noun : plural;
}

/** `a`, `a and b`, `a, b, and c`; with `or` in place of `and` if only one of them applies. */
export function formatList(items: readonly string[], word: 'and' | 'or' = 'and'): string {
  const separators = listSeparators(items.length, word);
  return items.map((item, index) => `${separators[index]}${item}`).join('');
}

/** What stands before each of so many items that are listed like this: nothing, `, `, ` and ` or `, and `. */
export function listSeparators(count: number, word: 'and' | 'or' = 'and'): string[] {
  const last = count === 2 ? ` ${word} ` : `, ${word} `;
  return Array.from({ length: count }, (_, index) => {
    if (index === 0) return '';
    return index === count - 1 ? last : ', ';
  });
}

/** `−1,234.5`: every digit of an exact amount, grouped. */
export function formatAmount(amount: Decimal): string {
  const [whole = '', ...fraction] = amount.split('.');
  return [group(whole), ...fraction].join('.').replace('-', '−');
}

function group(digits: string): string {
  return digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
