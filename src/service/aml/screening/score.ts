import { compare, divide } from '#domain/arithmetic.ts';
import { decimal, type Decimal } from '#domain/decimal.ts';
import { categories, factsOf, type Category, type FundingType } from './categories.ts';
import { riskLevels, severeFloors } from './method.ts';

/** A share of the funds in hundredths of a percent. */
export type Share = { type: FundingType; share: number };

/**
 * The score, 0 to 100 with at most two decimals: the shares as the report shows them, times the weights of
 * their categories; at least the floor for so much severe funds; and at least the weight of a severe category
 * that the subject itself was hit with.
 */
export function scoreOf(shares: readonly Share[], directHits: readonly Category[]): Decimal {
  const points = shares.reduce((total, { type, share }) => total + share * factsOf(type).weight, 0);
  const average = divide(decimal(points), decimal(10_000), 2);
  const severe = shares.filter(({ type }) => factsOf(type).severity === 'severe');
  const severeShare = severe.reduce((total, { share }) => total + share, 0);
  const floor = severeFloors.find(({ share }) => severeShare >= share)?.score ?? 0;
  const hits = directHits.filter((category) => categories[category].severity === 'severe');
  const least = Math.max(floor, ...hits.map((category) => categories[category].weight));
  return compare(average, decimal(least)) < 0 ? decimal(least) : average;
}

export function riskLevelOf(score: Decimal): (typeof riskLevels)[number] {
  const level = riskLevels.find(({ from }) => compare(score, decimal(from)) >= 0);
  if (level === undefined) throw new RangeError(`A score is never below 0, as ${score} is.`);
  return level;
}
