import { add, compare, negate, subtract } from '../arithmetic.ts';
import { type Decimal, isNegative, isPositive, isZero, ZERO } from '../decimal.ts';
import { categoryKey } from './bands.ts';
import { unreadCategories } from './findings.ts';
import { isNotFound } from './not-found.ts';
import type { Exposure, FundShare, ReportResult } from './read-report.ts';

/** A category in both reports, with another share. Shares in percent; null if a report names it without one. */
type MovedShare = { name: string; before: Decimal | null; after: Decimal | null };

export type ExposureChange = {
  /** Only in the later report. */
  came: FundShare[];
  /** Only in the earlier one. What the later one lists at 0% has moved. */
  went: FundShare[];
  /** The farthest first. */
  moved: MovedShare[];
};

export type ReportComparison = {
  /** By how much the score rose; below zero where it fell. Null where either report has none. */
  scoreChange: Decimal | null;
  categories: ExposureChange;
  sources: ExposureChange;
  /** Categories without shares: labels of the subject itself or of a party of the transaction. */
  directHits: ExposureChange;
  /** What changed, in plain English. */
  sentence: string;
};

/**
 * Compares two reports on one subject. Names that differ only by case are the same, and what a report finds exactly
 * nothing of is not in it, except that what is still listed at 0% fell to it. `heaviest`: names of categories, the one
 * that decides a rating first; changes of these come first, in this order.
 */
export function compareReports(
  before: ReportResult,
  after: ReportResult,
  heaviest: readonly string[] = [],
): ReportComparison {
  const scoreChange =
    before.score === null || after.score === null ? null : subtract(after.score, before.score);
  const categories = exposureChange(categoriesOf(before), categoriesOf(after), heaviest);
  const directHits = exposureChange(hitsOf(before), hitsOf(after), heaviest);
  return {
    scoreChange,
    categories,
    sources: exposureChange(before.sources.shares, after.sources.shares),
    directHits,
    sentence: `${[formatScore(before.score, after.score), ...formatChange(categories, directHits)].join('; ')}.`,
  };
}

/**
 * Whether a decision made on the earlier report holds for the later one: whether the subject was found, the score, the
 * categories, sources and direct hits, and every share are the same, including the direct shares. Reports with
 * categories that can't be read are never the same.
 */
export function isSameResult(before: ReportResult, after: ReportResult): boolean {
  if (before.hasUnreadCategories || after.hasUnreadCategories) return false;
  const { scoreChange, categories, sources, directHits } = compareReports(before, after);
  const isSameScore = scoreChange === null ? before.score === after.score : isZero(scoreChange);
  return (
    isSameScore &&
    isNotFound(before) === isNotFound(after) &&
    [categories, sources, directHits].every(isUnchanged) &&
    isSameDistance(before.directExposure, after.directExposure)
  );
}

/** Funds of which the later report doesn't tell the distance any more may come from nearer than before. */
function isSameDistance(before: Exposure | null, after: Exposure | null): boolean {
  if (before === null) return true;
  return after !== null && isUnchanged(exposureChange(before.shares, after.shares));
}

function isUnchanged({ came, went, moved }: ExposureChange): boolean {
  return came.length + went.length + moved.length === 0;
}

function categoriesOf({ categories, hasUnreadCategories }: ReportResult): FundShare[] {
  return hasUnreadCategories
    ? [...categories.shares, { name: unreadCategories, share: null }]
    : categories.shares;
}

function hitsOf({ directHits }: ReportResult): FundShare[] {
  return directHits.map(({ category }) => ({ name: category, share: null }));
}

function exposureChange(
  before: readonly FundShare[],
  after: readonly FundShare[],
  heaviest: readonly string[] = [],
): ExposureChange {
  const ranks = new Map(heaviest.map((name, index) => [categoryKey(name), index] as const).toReversed());
  const rankOf = ({ name }: { name: string }) => ranks.get(categoryKey(name)) ?? heaviest.length;
  const byRank = (a: { name: string }, b: { name: string }) => rankOf(a) - rankOf(b);
  const earlier = byName(before);
  const later = byName(after);
  const fallen = after
    .map(({ name }) => categoryKey(name))
    .filter((key) => earlier.has(key) && !later.has(key))
    .map((key): [string, FundShare] => [key, { name: earlier.get(key)?.name ?? key, share: ZERO }]);
  const listed = new Map([...later, ...fallen]);
  const moved = [...listed].flatMap(([key, { name, share }]) => {
    const old = earlier.get(key);
    return old === undefined || old.share === share ? [] : [{ name, before: old.share, after: share }];
  });
  return {
    came: [...later]
      .filter(([key]) => !earlier.has(key))
      .map(([, share]) => share)
      .toSorted(byRank),
    went: [...earlier]
      .filter(([key]) => !listed.has(key))
      .map(([, share]) => share)
      .toSorted(byRank),
    moved: moved.toSorted((a, b) => byRank(a, b) || compare(distance(b), distance(a))),
  };
}

function byName(shares: readonly FundShare[]): Map<string, FundShare> {
  const all = new Map<string, FundShare>();
  for (const { name, share } of shares) {
    if (share !== null && isZero(share)) continue;
    const key = categoryKey(name);
    const same = all.get(key);
    const sum = same?.share == null || share === null ? (same?.share ?? share) : add(same.share, share);
    all.set(key, { name: same?.name ?? name, share: sum });
  }
  return all;
}

function distance({ before, after }: MovedShare): Decimal {
  const change = subtract(after ?? ZERO, before ?? ZERO);
  return isNegative(change) ? negate(change) : change;
}

function formatScore(before: Decimal | null, after: Decimal | null): string {
  if (before === null && after === null) return 'Neither report has a score';
  if (before === null) return `The score is now ${after}; there was none before`;
  if (after === null) return `There is no score now; it was ${before}`;
  const change = subtract(after, before);
  if (isZero(change)) return `The score is still ${after}`;
  return isPositive(change)
    ? `The score rose from ${before} to ${after}`
    : `The score fell from ${before} to ${after}`;
}

function formatChange({ came, went, moved }: ExposureChange, directHits: ExposureChange): string[] {
  const parts = [
    ...some('new direct hit: ', directHits.came.map(formatShare)),
    ...some('direct hit removed: ', directHits.went.map(formatShare)),
    ...some('new: ', came.map(formatShare)),
    ...some('gone: ', went.map(formatShare)),
    ...some(
      'moved: ',
      moved.map(({ name, before, after }) => `${name} from ${percent(before)} to ${percent(after)}`),
    ),
  ];
  return parts.length === 0 ? ['the categories and shares are unchanged'] : parts;
}

/** How many are named one by one. */
const MOST_NAMED = 4;

function some(beginning: string, parts: readonly string[]): string[] {
  if (parts.length === 0) return [];
  const left = parts.length - MOST_NAMED;
  const named = left > 1 ? [...parts.slice(0, MOST_NAMED), `${left} more`] : parts;
  return [beginning + named.join(', ')];
}

function formatShare({ name, share }: FundShare): string {
  return share === null ? name : `${name} ${percent(share)}`;
}

function percent(share: Decimal | null): string {
  return share === null ? 'no share' : `${share}%`;
}
