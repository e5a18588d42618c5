import * as z from 'zod/mini';
import { type Decimal, isDecimal, parseDecimal } from '#domain/decimal.ts';
import { ExactNumber, decimalFromJson } from '#domain/json.ts';

/** An amount read from JSON without loss: an ExactNumber for all but small integers. */
type WireAmount = number | string | ExactNumber;

const parseWireAmount = (value: unknown): Decimal | undefined =>
  typeof value === 'string' ? parseDecimal(value) : decimalFromJson(value);

const wireAmount = z.custom<WireAmount>((value) => parseWireAmount(value) !== undefined, 'must be an amount');
const decimalValue = z.custom<Decimal>(
  (value) => typeof value === 'string' && isDecimal(value),
  'must be a decimal',
);

function decodeAmount(wire: WireAmount): Decimal {
  const amount = parseWireAmount(wire);
  if (amount === undefined) throw new RangeError('not an amount');
  return amount;
}

/**
 * An amount that is published as a JSON number. Written with the exact digits of the value, never through a
 * float; read as a number or, since providers differ, as text.
 */
export const numberAmount = z.codec(wireAmount, decimalValue, {
  decode: decodeAmount,
  encode: (amount): WireAmount => ExactNumber.fromDecimal(amount),
});

/** An amount that is published as text. Read as text or, since providers differ, as a number. */
export const textAmount = z.codec(wireAmount, decimalValue, {
  decode: decodeAmount,
  encode: (amount): WireAmount => amount,
});
