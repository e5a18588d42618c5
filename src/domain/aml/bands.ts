import { add, compare, subtract, sum } from '../arithmetic.ts';
import { type Decimal, decimal, isPositive, isZero, parseDecimal, ZERO } from '../decimal.ts';
import type { Sanctions } from './sanctions.ts';

/** How risky a subject is, by an account's rules; the mildest first. Unknown: too little is known to call it low. */
export const bands = ['low', 'unknown', 'medium', 'high', 'severe'] as const;

export type Band = (typeof bands)[number];

/** The smallest shares of the funds that count, in percent. Decimals as text; `0`: any share counts. */
export type MinimumShares = {
  /** Minimum share of funds that the subject received directly from the category. */
  direct: string;
  /** Minimum share of all funds of the category, however many payments away they come from. */
  indirect: string;
};

/** How an account reads reports. */
export type BandRules = {
  /** The score from which each rating applies. Decimals as text; scores below `medium` are low. */
  thresholds: { medium: string; high: string; severe: string };
  /** Category in lower case → how bad it is. */
  severities: Readonly<Record<string, Band>>;
  /** Category in lower case → which shares count. Any share of a category that is not named here counts. */
  minimum_shares: Readonly<Record<string, MinimumShares>>;
  /** In percent: above this share of funds of unknown origin the risk is unknown rather than low. */
  unknown_share: string;
};

/** A category of a report. Shares are in percent. */
export type Finding = {
  name: string;
  /** Null where the report names the category without one. */
  share: Decimal | null;
  /** The part of `share` that came straight from the category; null where the report doesn't tell. */
  direct: Decimal | null;
  /** Whether the subject itself, or a party to the transaction, is labeled with the category. */
  isDirectHit: boolean;
};

export type WeighedFinding = Finding & {
  /** Null for a category that the rules do not know. */
  severity: Band | null;
  /** Whether it raises the rating: a direct hit, or a share that reaches the category's minimum. */
  counts: boolean;
};

/** How categories are compared: neither case nor the spaces around a name count. */
export function categoryKey(name: string): string {
  return name.trim().toLowerCase();
}

/** Null for a category that the rules do not know. */
export function severityOf(name: string, { severities }: Pick<BandRules, 'severities'>): Band | null {
  const key = categoryKey(name);
  return Object.hasOwn(severities, key) ? (severities[key] ?? null) : null;
}

/** The keys of the categories that a report finds, each once. One of which it finds exactly nothing is not among them. */
export function presentCategories(findings: readonly Finding[]): string[] {
  return [...new Set(findings.filter(isPresent).map(({ name }) => categoryKey(name)))];
}

/** Below these shares a category doesn't count. Direct exposure to sanctions has no minimum, whatever the rules say. */
export function minimumSharesOf(
  name: string,
  rules: Pick<BandRules, 'severities' | 'minimum_shares'>,
): MinimumShares {
  const key = categoryKey(name);
  const isKnown = severityOf(key, rules) !== null && Object.hasOwn(rules.minimum_shares, key);
  const shares = (isKnown ? rules.minimum_shares[key] : undefined) ?? { direct: '0', indirect: '0' };
  return isAboutSanctions(key) ? { ...shares, direct: '0' } : shares;
}

/** The findings as the rules rate them, starting with the one that decides the rating. */
export function weighFindings(
  findings: readonly Finding[],
  rules: Omit<BandRules, 'thresholds'>,
): WeighedFinding[] {
  const counting = countingCategories(findings, rules);
  const isOriginUnknown = isMostlyUnknown(findings, rules);
  const weighed = findings.map((finding) => {
    const severity = severityOf(finding.name, rules);
    const isCounting = severity === 'unknown' ? isOriginUnknown : counting.has(categoryKey(finding.name));
    return { ...finding, severity, counts: isPresent(finding) && isCounting };
  });
  return weighed.toSorted(heaviestFirst);
}

/**
 * The worse of the score and the categories that count. A category that the rules do not know, and a score that could
 * not be read (null), count as medium, so that neither ever counts as low.
 */
export function bandOf(score: Decimal | null, findings: readonly Finding[], rules: BandRules): Band {
  // Nothing is known at all, which differs from a score that can't be read.
  if (score === null && !findings.some(isPresent)) return 'unknown';
  const counting = weighFindings(findings, rules).filter(({ counts }) => counts);
  const least: Band = isMostlyUnknown(findings, rules) ? 'unknown' : 'low';
  return [least, bandOfScore(score, rules), ...counting.map(weightOf)].reduce(worse);
}

/**
 * Like `bandOf`; but a subject that a loaded sanctions list names is of severe risk, whatever was found, and one that
 * the provider knows nothing of is never of low risk.
 */
export function ratingOf(
  { named_by: lists, isNotFound }: Pick<Sanctions, 'named_by'> & { isNotFound: boolean },
  ...found: Parameters<typeof bandOf>
): Band {
  if (lists.length > 0) return 'severe';
  const band = bandOf(...found);
  return isNotFound ? worse(band, 'unknown') : band;
}

/**
 * Whether nothing is known of a subject, or more of its funds than the account accepts are of unknown origin: of
 * categories whose severity is unknown, or not named in the report at all.
 */
function isMostlyUnknown(findings: readonly Finding[], rules: Omit<BandRules, 'thresholds'>): boolean {
  const present = findings.filter(isPresent);
  const isUnknown = ({ name }: Finding) => severityOf(name, rules) === 'unknown';
  const shares = (of: readonly Finding[]) => of.flatMap(({ share }) => (share === null ? [] : [share]));
  const known = shares(findings);
  // Without any share, only the names of the categories count.
  if (present.length === 0 || known.length === 0) return present.every(isUnknown);
  const left = subtract(decimal(100), sum(known));
  const unknown = sum([...shares(findings.filter(isUnknown)), isPositive(left) ? left : ZERO]);
  const most = parseDecimal(rules.unknown_share);
  return most === undefined || compare(unknown, most) > 0;
}

/** What the score alone says. */
export function bandOfScore(score: Decimal | null, { thresholds }: Pick<BandRules, 'thresholds'>): Band {
  if (score === null) return 'medium';
  const reached = (['severe', 'high', 'medium'] as const).find((band) => {
    const threshold = parseDecimal(thresholds[band]);
    return threshold !== undefined && compare(score, threshold) >= 0;
  });
  return reached ?? 'low';
}

/** Whether one of the categories that are present is about sanctions. */
export function isSanctioned(findings: readonly Finding[]): boolean {
  return presentCategories(findings).some(isAboutSanctions);
}

export function isAboutSanctions(name: string): boolean {
  return categoryKey(name).includes('sanction');
}

/** A category that a report names in several spellings has the sum of their shares. */
function countingCategories(
  findings: readonly Finding[],
  rules: Pick<BandRules, 'severities' | 'minimum_shares'>,
): Set<string> {
  const byCategory = Map.groupBy(findings.filter(isPresent), ({ name }) => categoryKey(name));
  const counting = [...byCategory].filter(([key, same]) => {
    if (same.some(({ share, isDirectHit }) => share === null || isDirectHit)) return true;
    const minimum = minimumSharesOf(key, rules);
    const total = (of: (finding: Finding) => Decimal | null) =>
      same.map((finding) => of(finding) ?? ZERO).reduce(add);
    // If the distance of the funds is unknown, they may have come directly from there.
    const near = total(({ share, direct }) => direct ?? share);
    return (
      reaches(
        total(({ share }) => share),
        minimum.indirect,
      ) ||
      (isPositive(near) && reaches(near, minimum.direct))
    );
  });
  return new Set(counting.map(([key]) => key));
}

function reaches(share: Decimal, minimum: string): boolean {
  const least = parseDecimal(minimum);
  return least === undefined || compare(share, least) >= 0;
}

/** A direct payment can be too small to show in the share. */
function isPresent({ share, direct }: Finding): boolean {
  return share === null || !isZero(share) || (direct !== null && !isZero(direct));
}

function weightOf({ severity }: WeighedFinding): Band {
  return severity ?? 'medium';
}

function heaviestFirst(a: WeighedFinding, b: WeighedFinding): number {
  return (
    Number(b.counts) - Number(a.counts) ||
    bands.indexOf(weightOf(b)) - bands.indexOf(weightOf(a)) ||
    Number(b.isDirectHit) - Number(a.isDirectHit) ||
    byShare(a.share, b.share)
  );
}

/** What has no share can be all of it. */
function byShare(a: Decimal | null, b: Decimal | null): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  return compare(b, a);
}

function worse(a: Band, b: Band): Band {
  return bands.indexOf(a) >= bands.indexOf(b) ? a : b;
}
