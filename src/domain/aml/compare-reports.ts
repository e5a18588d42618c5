import { add, compare, negate, subtract } from '../arithmetic.ts';
import { type Decimal, isNegative, isPositive, isZero, ZERO } from '../decimal.ts';
import { type AmlFindings, categoryKey, type Exposure, type FundShare } from './read-report.ts';

/** One that is in both reports, with another share. Shares in percent; null where a report names it without one. */
export type MovedShare = { name: string; before: Decimal | null; after: Decimal | null };

export type ExposureChange = {
  /** Only in the later report. */
  came: FundShare[];
  /** Only in the earlier one. */
  went: FundShare[];
  /** The farthest first. */
  moved: MovedShare[];
};

export type ReportComparison = {
  /** By how much the score rose; below zero where it fell. Null where either report has none. */
  scoreChange: Decimal | null;
  categories: ExposureChange;
  sources: ExposureChange;
  /** What changed, in plain English. */
  sentence: string;
};

/** Compares two reports on one subject. Names that differ only by case are the same. */
export function compareReports(before: AmlFindings, after: AmlFindings): ReportComparison {
  const scoreChange =
    before.score === null || after.score === null ? null : subtract(after.score, before.score);
  const categories = exposureChange(before.categories, after.categories);
  return {
    scoreChange,
    categories,
    sources: exposureChange(before.sources, after.sources),
    sentence: `${[scoreWords(before.score, after.score), ...categoryWords(categories)].join('; ')}.`,
  };
}

function exposureChange(before: Exposure, after: Exposure): ExposureChange {
  const earlier = byName(before);
  const later = byName(after);
  const moved = [...later].flatMap(([key, { name, share }]) => {
    const old = earlier.get(key);
    return old === undefined || old.share === share ? [] : [{ name, before: old.share, after: share }];
  });
  return {
    came: [...later].filter(([key]) => !earlier.has(key)).map(([, share]) => share),
    went: [...earlier].filter(([key]) => !later.has(key)).map(([, share]) => share),
    moved: moved.toSorted((a, b) => compare(distance(b), distance(a))),
  };
}

function byName({ shares }: Exposure): Map<string, FundShare> {
  const all = new Map<string, FundShare>();
  for (const { name, share } of shares) {
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

function scoreWords(before: Decimal | null, after: Decimal | null): string {
  if (before === null && after === null) return 'Neither report has a score';
  if (before === null) return `The score is ${after}, where there was none`;
  if (after === null) return `There is no score, where it was ${before}`;
  const change = subtract(after, before);
  if (isZero(change)) return `The score is ${after} as before`;
  return isPositive(change)
    ? `The score rose from ${before} to ${after}`
    : `The score fell from ${before} to ${after}`;
}

function categoryWords({ came, went, moved }: ExposureChange): string[] {
  if (came.length + went.length + moved.length === 0) return ['the categories and their shares are the same'];
  return [
    ...some('new: ', came.map(shareWords)),
    ...some('gone: ', went.map(shareWords)),
    ...some(
      'moved: ',
      moved.map(({ name, before, after }) => `${name} from ${percent(before)} to ${percent(after)}`),
    ),
  ];
}

/** So many are named one by one. */
const MOST_NAMED = 4;

function some(beginning: string, words: readonly string[]): string[] {
  if (words.length === 0) return [];
  const left = words.length - MOST_NAMED;
  const named = left > 1 ? [...words.slice(0, MOST_NAMED), `${left} more`] : words;
  return [beginning + named.join(', ')];
}

function shareWords({ name, share }: FundShare): string {
  return share === null ? name : `${name} ${percent(share)}`;
}

function percent(share: Decimal | null): string {
  return share === null ? 'no share' : `${share}%`;
}
