import { divide } from '#domain/arithmetic.ts';
import { decimal, type Decimal } from '#domain/decimal.ts';

/** 1250 hundredths of a percent are 12.5 %. */
export function percentOf(share: number): Decimal {
  return divide(decimal(share), decimal(100), 2);
}
