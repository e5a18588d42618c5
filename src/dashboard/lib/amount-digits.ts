import type { Decimal } from '#domain/decimal.ts';
import { formatInteger } from '#domain/format.ts';

export type AmountDigits = {
  sign: '' | '−';
  /** Grouped in threes. */
  whole: string;
  /** With its point, without trailing zeros; empty for a whole number. */
  fraction: string;
  /** What fills the fraction up to the asked places: zeros, and the point when there is no fraction. */
  padding: string;
};

/** A decimal divided into what is shown differently. No digit is dropped, whatever `places` says. */
export function amountDigits(amount: Decimal, places = 0): AmountDigits {
  const isNegative = amount.startsWith('-');
  const [whole = '0', fraction = ''] = (isNegative ? amount.slice(1) : amount).split('.');
  const missing = '0'.repeat(Math.max(0, places - fraction.length));
  return {
    sign: isNegative ? '−' : '',
    whole: formatInteger(whole),
    fraction: fraction === '' ? '' : `.${fraction}`,
    padding: fraction === '' && missing !== '' ? `.${missing}` : missing,
  };
}

/** The most significant decimals that a list shows of an amount. */
const shownDecimals = 8;

/**
 * The first decimals of a fraction (`.306367440686`), up to eight significant ones; leading zeros of an amount below 1
 * aren't significant. Undefined if that is all of them.
 */
export function shortenFraction({
  whole,
  fraction,
}: Pick<AmountDigits, 'whole' | 'fraction'>): string | undefined {
  const zeros = whole === '0' ? (/^\.0*/.exec(fraction)?.[0].length ?? 1) : 1;
  const shown = zeros + shownDecimals;
  return fraction.length > shown ? fraction.slice(0, shown) : undefined;
}

const roomForAll = 9;

/** Grouped or fractional digits, divided where a line may end when there is no room: after each three. Short ones never. */
export function breakable(digits: string): string[] {
  if (digits.length <= roomForAll) return [digits];
  return digits.match(/[.,]?\d{1,3},?/g) ?? [digits];
}
