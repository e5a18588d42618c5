import { describe, expect, it } from 'vitest';
import { decimal } from './decimal.ts';
import { effectiveRate } from './effective-rate.ts';

const rateOf = (given: string, received: string) => effectiveRate(decimal(given), decimal(received));

describe('the effective rate', () => {
  it('is exact where the quotient ends', () => {
    expect(rateOf('1.5', '3')).toEqual({ rate: '2', isExact: true });
    expect(rateOf('8', '0.000000000000000008')).toEqual({ rate: '0.000000000000000001', isExact: true });
  });

  it('says that it is rounded where the quotient has no end', () => {
    expect(rateOf('3', '1')).toEqual({ rate: '0.333333333333333333', isExact: false });
    expect(rateOf('3', '2')).toEqual({ rate: '0.666666666666666667', isExact: false });
  });

  it('doesn’t exist if nothing was sold', () => {
    expect(rateOf('0', '1')).toBeUndefined();
  });
});
