import { apportion } from './apportion.ts';
import { factsOf, isResidual, type FundingType } from './categories.ts';
import { compareText, type Origin } from './trace.ts';

/** A source of funds in a report; the share in hundredths of a percent. */
export type Source = { name: string; type: FundingType; share: number };

const HUNDREDTHS = 10_000n;

/**
 * The origins in hundredths of a percent that add up to exactly 100 %, the largest first. A labelled source
 * whose share is too small to show stays, with 0; the others of that kind go.
 */
export function roundShares(origins: readonly Origin[], sourcesNamed: number): Source[] {
  const sorted = nameSources(origins, sourcesNamed).toSorted(largestFirst);
  const shares = apportion(
    HUNDREDTHS,
    sorted.map(({ share }) => share),
  );
  const sources = sorted.map(({ name, type }, i): Source => ({ name, type, share: Number(shares[i]) }));
  return sources
    .filter(({ type, share }) => share > 0 || !isResidual(type))
    .sort((a, b) => b.share - a.share || compareText(a.name, b.name) || compareText(a.type, b.type));
}

/** Shares by category: sums of the rounded shares, so that both tables of a report agree. */
export function typesOf(sources: readonly Source[]): { type: FundingType; share: number }[] {
  const totals = new Map<FundingType, number>();
  for (const { type, share } of sources) totals.set(type, (totals.get(type) ?? 0) + share);
  return [...totals]
    .map(([type, share]) => ({ type, share }))
    .sort((a, b) => b.share - a.share || compareText(a.type, b.type));
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
  const others = new Map<FundingType, bigint>();
  for (const { type, share } of ranked.slice(sourcesNamed)) {
    others.set(type, (others.get(type) ?? 0n) + share);
  }
  return [...named, ...[...others].map(([type, share]) => ({ name: `other: ${type}`, type, share }))];
}

function isSevere({ type }: Origin): boolean {
  return factsOf(type).severity === 'severe';
}

function largestFirst(a: Origin, b: Origin): number {
  if (a.share !== b.share) return a.share > b.share ? -1 : 1;
  return compareText(a.name, b.name) || compareText(a.type, b.type);
}
