import { subtract, sum } from '../arithmetic.ts';
import type { Decimal } from '../decimal.ts';
import { type MatchResult, type ResultKind, resultKinds } from './lines.ts';

/** How many results of a kind there are. */
export type ResultCounts = Record<ResultKind, number>;

/** What the results of a kind add up to in a currency. Every line is counted in the currency that it says itself. */
export type ResultSum = {
  kind: ResultKind;
  currency: string;
  ours: { count: number; amount: Decimal };
  theirs: { count: number; amount: Decimal };
  /** The file’s amount less ours. */
  difference: Decimal;
};

export function countResults(results: readonly MatchResult[]): ResultCounts {
  const counts: ResultCounts = { matched: 0, missing_here: 0, missing_there: 0, different: 0 };
  for (const { kind } of results) counts[kind] += 1;
  return counts;
}

/** By kind and then by currency. Together they are all lines of both sides. */
export function sumResults(results: readonly MatchResult[]): ResultSum[] {
  return resultKinds.flatMap((kind) => {
    const some = results.filter((result) => result.kind === kind);
    const ours = amountsByCurrency(some.flatMap((result) => result.ours ?? []));
    const theirs = amountsByCurrency(some.flatMap((result) => result.theirs ?? []));
    const currencies = [...new Set([...ours.keys(), ...theirs.keys()])].toSorted();
    return currencies.map((currency) => {
      const [own, other] = [totalOf(ours.get(currency)), totalOf(theirs.get(currency))];
      const difference = subtract(other.amount, own.amount);
      return { kind, currency, ours: own, theirs: other, difference };
    });
  });
}

function amountsByCurrency(lines: readonly { currency: string; amount: Decimal }[]): Map<string, Decimal[]> {
  const amounts = new Map<string, Decimal[]>();
  for (const { currency, amount } of lines) {
    const some = amounts.get(currency);
    if (some === undefined) amounts.set(currency, [amount]);
    else some.push(amount);
  }
  return amounts;
}

function totalOf(amounts: readonly Decimal[] = []) {
  return { count: amounts.length, amount: sum(amounts) };
}
