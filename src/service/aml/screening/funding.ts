import { apportion } from './apportion.ts';
import { factsOf, isResidual, type FundingType } from './categories.ts';
import { compareText, type Origin } from './trace.ts';

/**
 * A source of funds in a report; shares in hundredths of a percent. `direct`: what of it the subject received straight
 * from there, rounded up, so that a direct payment never looks like none.
 */
export type Source = { name: string; type: FundingType; share: number; direct: number };

const HUNDREDTHS = 10_000n;

/**
 * The origins in hundredths of a percent that add up to exactly 100 %, the largest first. A labeled source whose share
 * is too small to show stays, with 0; the others of that kind are dropped.
 */
export function roundShares(origins: readonly Origin[], sourcesNamed: number): Source[] {
  const sorted = nameSources(origins, sourcesNamed).toSorted(largestFirst);
  const shares = apportion(
    HUNDREDTHS,
    sorted.map(({ share }) => share),
  );
  const sources = sorted.map(({ name, type, share: exact, direct }, i): Source => {
    const share = shares[i] ?? 0n;
    const rounded = exact === 0n ? 0n : (share * direct + exact - 1n) / exact;
    const least = direct > 0n ? 1n : 0n;
    return { name, type, share: Number(share), direct: Number(rounded > least ? rounded : least) };
  });
  return sources
    .filter(({ type, share }) => share > 0 || !isResidual(type))
    .sort((a, b) => b.share - a.share || compareText(a.name, b.name) || compareText(a.type, b.type));
}

/** Shares by category: sums of the rounded shares, so that both tables of a report agree. */
export function typesOf(sources: readonly Source[]): { type: FundingType; share: number; direct: number }[] {
  const byType = Map.groupBy(sources, ({ type }) => type);
  return [...byType]
    .map(([type, some]) => ({
      type,
      share: sumOf(some.map((source) => source.share)),
      direct: sumOf(some.map((source) => source.direct)),
    }))
    .sort((a, b) => b.share - a.share || compareText(a.type, b.type));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Keeps the most important sources by name, and puts the others of a category together. */
function nameSources(origins: readonly Origin[], sourcesNamed: number): Origin[] {
  const ranked = origins.toSorted(
    (a, b) =>
      Number(isResidual(b.type)) - Number(isResidual(a.type)) ||
      Number(isSevere(b)) - Number(isSevere(a)) ||
      largestFirst(a, b),
  );
  const named = ranked.slice(0, sourcesNamed);
  const others = Map.groupBy(ranked.slice(sourcesNamed), ({ type }) => type);
  return [
    ...named,
    ...[...others].map(([type, some]) => ({
      name: `other: ${type}`,
      type,
      share: some.reduce((total, { share }) => total + share, 0n),
      direct: some.reduce((total, { direct }) => total + direct, 0n),
    })),
  ];
}

function isSevere({ type }: Origin): boolean {
  return factsOf(type).severity === 'severe';
}

function largestFirst(a: Origin, b: Origin): number {
  if (a.share !== b.share) return a.share > b.share ? -1 : 1;
  return compareText(a.name, b.name) || compareText(a.type, b.type);
}
