import { add, divide, multiply, subtract, sum } from '#domain/arithmetic.ts';
import { decimal, isNegative, isZero, type Decimal } from '#domain/decimal.ts';
import { decimalsOf, type Currency, type Network } from '#domain/networks.ts';
import type { TransfersTable } from '#database/history-tables.ts';
import type { Random } from '../random.ts';
import { momentAt, newHash } from '../chain-facts.ts';
import type { Customer } from './world.ts';

/** What a customer paid the account, and so must have received before. */
export type CustomerPayment = {
  customer: Customer;
  currency: Currency;
  amount: Decimal;
  at: number;
  transactionHash: string;
};

const hourMs = 3_600_000;
/** How many payments are paid from one round of funding, at most. */
const paymentsOfRound = 14;

/**
 * The movements between outsiders: every customer received what it paid, and a little more, in rounds before its
 * payments, from its sources and over their relays. An `unknown` customer received nothing that is known.
 */
export function fundCustomers(random: Random, payments: readonly CustomerPayment[]): TransfersTable[] {
  const groups = new Map<string, CustomerPayment[]>();
  for (const payment of payments) {
    if (payment.customer.sources.length === 0) continue;
    const key = `${payment.customer.address}/${payment.currency}`;
    const group = groups.get(key);
    if (group) group.push(payment);
    else groups.set(key, [payment]);
  }
  const transfers: TransfersTable[] = [];
  for (const group of groups.values()) {
    group.sort((a, b) => a.at - b.at);
    for (let next = 0; next < group.length;) {
      const round = group.slice(next, next + 1 + random.integer(paymentsOfRound));
      next += round.length;
      fundRound(random, round, transfers);
    }
  }
  return transfers;
}

function fundRound(random: Random, round: readonly CustomerPayment[], transfers: TransfersTable[]): void {
  const [first] = round;
  if (first === undefined) return;
  const { customer, currency } = first;
  const { network } = customer;
  const places = decimalsOf(network, currency) ?? 0;
  const spent = sum(round.map(({ amount }) => amount));
  const surplus = divide(multiply(spent, decimal(1 + random.integer(40))), decimal(1000), places);
  const total = add(spent, surplus);
  const weights = customer.sources.map(({ weight }) => weight * (0.7 + random.fraction() * 0.6));
  const weightOfAll = weights.reduce((a, b) => a + b, 0);
  let rest = total;
  for (const [i, source] of customer.sources.entries()) {
    const isLast = i === customer.sources.length - 1;
    const thousandths = decimal(Math.round(((weights[i] ?? 0) / weightOfAll) * 1000));
    const part = isLast ? rest : divide(multiply(total, thousandths), decimal(1000), places);
    rest = subtract(rest, part);
    if (isZero(part) || isNegative(part)) continue;
    const stations = [source.from.address, ...source.by, customer.address];
    let at = first.at - hourMs * random.magnitude(1, 120);
    for (let station = stations.length - 1; station > 0; station -= 1) {
      const [sender = '', recipient = ''] = stations.slice(station - 1, station + 1);
      transfers.push(transfer(random, { network, currency, amount: part, sender, recipient, at }));
      at -= hourMs * random.magnitude(0.1, 20);
    }
  }
}

function transfer(
  random: Random,
  {
    at,
    ...facts
  }: { network: Network; currency: Currency; amount: Decimal; sender: string; recipient: string; at: number },
): TransfersTable {
  return { ...facts, hash: newHash(random, facts.network), created_at: momentAt(random, at) };
}
