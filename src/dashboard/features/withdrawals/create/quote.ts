import { compare, subtract } from '#domain/arithmetic.ts';
import { type Decimal, isPositive, parseDecimal } from '#domain/decimal.ts';
import { debitOf, receivedOf } from '#domain/withdrawal-amounts.ts';

/** What is known of a fee before a request is made. */
export type FeeKnowledge =
  /** The service's own rule: what a request that is made now costs, and the smallest amount. */
  | { kind: 'rule'; fee: Decimal; minimum: Decimal }
  /** What the latest request of this currency and network cost. The next one may cost something else. */
  | { kind: 'estimate'; fee: Decimal; at: string }
  /** The amount is unknown. */
  | { kind: 'unknown' };

/** What a request would move, exact as far as the fee is; what is not known is missing. */
export type Quote = { fee?: Decimal; received?: Decimal; debited?: Decimal; remaining?: Decimal };

type Asked = {
  amount: Decimal | undefined;
  isFeeIncluded: boolean;
  fee: Decimal | undefined;
  available: Decimal | undefined;
};

/** What the sender is debited, what the recipient gets, and what is left of what was available. */
export function quoteOf({ amount, isFeeIncluded, fee, available }: Asked): Quote {
  if (amount === undefined) return fee === undefined ? {} : { fee };
  // Without the fee, one side is still known.
  if (fee === undefined) {
    return isFeeIncluded ? { debited: amount, ...leftOf(available, amount) } : { received: amount };
  }
  const amounts = { amount, fee, fee_included: isFeeIncluded };
  const debited = debitOf(amounts);
  const received = receivedOf(amounts);
  return {
    fee,
    debited,
    ...leftOf(available, debited),
    ...(isPositive(received) && { received }),
  };
}

function leftOf(available: Decimal | undefined, debited: Decimal): { remaining?: Decimal } {
  return available !== undefined && compare(debited, available) <= 0
    ? { remaining: subtract(available, debited) }
    : {};
}

/**
 * The amount that leaves nothing, to the places that the network has; undefined where nothing can be withdrawn, or
 * where the fee that comes on top is not known.
 */
export function wholeAmount(asked: Omit<Asked, 'amount'> & { places: number }): Decimal | undefined {
  const { available, fee, isFeeIncluded, places } = asked;
  if (available === undefined || (!isFeeIncluded && fee === undefined)) return undefined;
  const most = isFeeIncluded || fee === undefined ? available : subtract(available, fee);
  const [whole = '0', fraction = ''] = most.split('.');
  const amount = parseDecimal(
    places > 0 && fraction !== '' ? `${whole}.${fraction.slice(0, places)}` : whole,
  );
  return amount !== undefined && isPositive(amount) ? amount : undefined;
}

/** An amount as a user writes it; undefined while it isn't one. */
export function parseEnteredAmount(text: string): Decimal | undefined {
  const trimmed = text.trim();
  return /^\d{1,40}(\.\d{1,40})?$/.test(trimmed) ? parseDecimal(trimmed) : undefined;
}
