/**
 * An exact decimal number as canonical text: plain notation without exponent, `+`, superfluous zeros or
 * `-0` (`0`, `-1.5`, `0.000001`). Equal values are equal strings. At most `MAXIMUM_DIGITS` digits.
 */
export type Decimal = string & { readonly [brand]: 'Decimal' };

declare const brand: unique symbol;

/**
 * No amount needs so many. The bound is here because ten characters such as `1e9999999` would otherwise
 * be expanded to megabytes of digits.
 */
export const MAXIMUM_DIGITS = 1000;

const CANONICAL = /^(?:0|-?(?:[1-9]\d*(?:\.\d*[1-9])?|0\.\d*[1-9]))$/;
const READABLE = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;

/** Whether the text is a decimal in canonical notation. */
export function isDecimal(text: string): text is Decimal {
  return hasBoundedDigits(text) && CANONICAL.test(text);
}

/**
 * Reads what JSON accepts as a number, leading zeros besides (`1`, `-0.50`, `007`, `1.5e-7`).
 * Undefined for everything else and for more than `MAXIMUM_DIGITS` digits written out.
 */
export function parseDecimal(text: string): Decimal | undefined {
  if (isDecimal(text)) return text;
  // Bounded before it is matched, as the digits are before they are written out.
  const parts = text.length <= MAXIMUM_DIGITS + 10 ? READABLE.exec(text) : null;
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const canonical = writeOut(sign, whole + fraction, whole.length + Number(exponent));
  return canonical !== undefined && isDecimal(canonical) ? canonical : undefined;
}

/**
 * The number whose decimal point is `point` places into `digits`. Without Big (arithmetic.ts), so that code that only
 * reads amounts, such as the dashboard's first page, does not load it.
 */
function writeOut(sign: string, digits: string, point: number): string | undefined {
  const start = digits.search(/[1-9]/);
  if (start < 0) return ZERO;
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  const significant = digits.slice(start, end);
  const wholePlaces = point - start;
  if (Math.abs(wholePlaces) > MAXIMUM_DIGITS) return undefined;
  if (wholePlaces <= 0) return `${sign}0.${'0'.repeat(-wholePlaces)}${significant}`;
  const whole = significant.slice(0, wholePlaces).padEnd(wholePlaces, '0');
  const fraction = significant.slice(wholePlaces);
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`;
}

/** The decimal of a text, bigint or safe integer. Throws a RangeError if there is none. */
export function decimal(value: string | bigint | number): Decimal {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new RangeError('Only a safe integer has an exact decimal: give other numbers as text.');
  }
  const parsed = parseDecimal(String(value));
  if (parsed === undefined) throw new RangeError(`Not a decimal number: ${String(value).slice(0, 40)}`);
  return parsed;
}

export const ZERO: Decimal = /* @__PURE__ */ decimal('0');

export function isZero(a: Decimal): boolean {
  return a === ZERO;
}

/** Below zero; zero itself is not. */
export function isNegative(a: Decimal): boolean {
  return a.startsWith('-');
}

/** Above zero; zero itself is not. */
export function isPositive(a: Decimal): boolean {
  return !isZero(a) && !isNegative(a);
}

/** The number of digits behind the point: 0 for whole numbers. */
export function decimalPlaces(a: Decimal): number {
  const point = a.indexOf('.');
  return point < 0 ? 0 : a.length - point - 1;
}

function hasBoundedDigits(text: string): boolean {
  // The sign and the point aren't digits.
  if (text.length <= MAXIMUM_DIGITS) return true;
  return text.length - (text.startsWith('-') ? 1 : 0) - (text.includes('.') ? 1 : 0) <= MAXIMUM_DIGITS;
}
