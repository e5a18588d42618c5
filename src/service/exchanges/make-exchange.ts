import { add, compare, multiply, subtract } from '#domain/arithmetic.ts';
import { decimal, decimalPlaces, isNegative, isPositive, type Decimal } from '#domain/decimal.ts';
import { decimalsOf, type Currency, type Network } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';
import type { ExchangeTransactionsTable } from '#database/history-tables.ts';
import { timeId } from '../ids.ts';
import { poolAccount } from '../ledger/ledger-accounts.ts';

export type ExchangeTerms = {
  accountId: string;
  from: { network: Network; currency: Currency; amount: Decimal };
  to: { network: Network; currency: Currency };
  /** How much of the one currency a whole unit of the other gives. */
  rate: Decimal;
  /** The part of what comes in that is the fee: 0.0025 for a quarter of a per cent. */
  feeShare: Decimal;
  createdAt: Instant;
  transactionId?: string;
};

const ONE = decimal(1);

/**
 * What an exchange on these terms comes to, exactly: `amount × rate` is cut to the smallest unit of the currency
 * that comes in, the fee is rounded up to one, and the rest arrives. What is cut off is less than a smallest unit
 * and is given to nobody. Throws a RangeError for terms that no exchange can have: nothing that arrives, more
 * decimals than the currency has, or two sides that are one pool (USDT on Tron and on Ethereum).
 */
export function makeExchange(terms: ExchangeTerms): ExchangeTransactionsTable {
  const { accountId, from, to, rate, feeShare, createdAt } = terms;
  const places = placesOf(to.network, to.currency);
  if (!isPositive(from.amount) || decimalPlaces(from.amount) > placesOf(from.network, from.currency)) {
    throw new RangeError(`${from.amount} ${from.currency} cannot be exchanged.`);
  }
  if (!isPositive(rate)) throw new RangeError(`A rate of ${rate} is not above zero.`);
  if (isNegative(feeShare) || compare(feeShare, ONE) >= 0) {
    throw new RangeError(`A fee of ${feeShare} is not a part of the whole.`);
  }
  const [source, target] = [from, to].map(
    ({ network, currency }) => poolAccount(accountId, network, currency).id,
  );
  if (source === target)
    throw new RangeError(`Both sides are the pool ${source}: nothing would be exchanged.`);

  const gross = cut(multiply(from.amount, rate), places);
  const fee = roundUp(multiply(gross, feeShare), places);
  const arriving = subtract(gross, fee);
  if (!isPositive(arriving)) throw new RangeError(`Nothing is left of ${from.amount} ${from.currency}.`);
  return {
    transaction_id: terms.transactionId ?? timeId('ex', createdAt),
    account_id: accountId,
    network_from: from.network,
    network_to: to.network,
    currency_from: from.currency,
    currency_to: to.currency,
    status: 'completed',
    amount_from: from.amount,
    amount_to: arriving,
    fee,
    rate,
    created_at: createdAt,
  };
}

function placesOf(network: Network, currency: Currency): number {
  const places = decimalsOf(network, currency);
  if (places === undefined) throw new RangeError(`There is no ${currency} on ${network}.`);
  return places;
}

/** Leaves off the digits beyond so many decimal places. */
function cut(amount: Decimal, places: number): Decimal {
  const superfluous = decimalPlaces(amount) - places;
  if (superfluous <= 0) return amount;
  return decimal(amount.slice(0, -superfluous).replace(/\.$/, ''));
}

function roundUp(amount: Decimal, places: number): Decimal {
  const below = cut(amount, places);
  return below === amount ? amount : add(below, decimal(`1e-${places}`));
}
