import { compare, subtract } from '../arithmetic.ts';
import { type Decimal, isNegative } from '../decimal.ts';
import { msBetween } from '../time.ts';
import type { BookLine, Difference, FileLine } from './lines.ts';

export const magnitude = (amount: Decimal): Decimal =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: a canonical decimal without its sign is one.
  (isNegative(amount) ? amount.slice(1) : amount) as Decimal;

const directionOf = (amount: Decimal) => (isNegative(amount) ? 'out' : 'in');

/**
 * In what a line of the file differs from the same movement in the books. A fee or network that either doesn’t say is no
 * difference, nor is a fee of what was received: others pay that.
 */
export function compareLines(ours: BookLine, theirs: FileLine, toleranceMs: number): Difference[] {
  const differences: Difference[] = [];
  const isSameCurrency = ours.currency === theirs.currency;
  if (compare(magnitude(ours.amount), magnitude(theirs.amount)) !== 0) {
    const by = isSameCurrency ? subtract(theirs.amount, ours.amount) : null;
    differences.push({ field: 'amount', ours: ours.amount, theirs: theirs.amount, by });
  }
  if (!isSameCurrency) {
    differences.push({ field: 'currency', ours: ours.currency, theirs: theirs.currency, by: null });
  }
  const directions = [directionOf(ours.amount), directionOf(theirs.amount)] as const;
  if (directions[0] !== directions[1]) {
    differences.push({ field: 'direction', ours: directions[0], theirs: directions[1], by: null });
  }
  if (ours.fee !== null && theirs.fee !== null && isNegative(ours.amount) && ours.fee !== theirs.fee) {
    const by = subtract(theirs.fee, ours.fee);
    differences.push({ field: 'fee', ours: ours.fee, theirs: theirs.fee, by });
  }
  if (ours.network !== null && theirs.network !== null && ours.network !== theirs.network) {
    differences.push({ field: 'network', ours: ours.network, theirs: theirs.network, by: null });
  }
  const apartMs = msBetween(ours.at, theirs.at);
  if (Math.abs(apartMs) > toleranceMs) {
    differences.push({ field: 'time', ours: ours.at, theirs: theirs.at, by: String(apartMs) });
  }
  return differences;
}
