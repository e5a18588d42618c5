import { compare } from '../arithmetic.ts';
import { type Decimal, isZero, parseDecimal } from '../decimal.ts';

/** How risky a subject is, by an account's rules; the mildest first. */
export const bands = ['low', 'medium', 'high', 'severe'] as const;

export type Band = (typeof bands)[number];

/** How an account reads reports. */
export type BandRules = {
  /** From this score on. Decimals as text; scores below `medium` are low. */
  thresholds: { medium: string; high: string; severe: string };
  /** Category in lower case → how bad it is. */
  severities: Readonly<Record<string, Band>>;
};

/** A category of a report; `share` in percent, null where the report names it without one. */
export type Finding = { name: string; share: Decimal | null };

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
  const present = findings.filter(({ share }) => share === null || !isZero(share));
  return [...new Set(present.map(({ name }) => categoryKey(name)))];
}

/**
 * The worse of what the score says and what the categories say that are present. A category that the rules do not
 * know, and a score that could not be read (null), count as medium, so that neither is ever taken for low.
 */
export function bandOf(score: Decimal | null, findings: readonly Finding[], rules: BandRules): Band {
  const severities = presentCategories(findings).map((name) => severityOf(name, rules) ?? 'medium');
  return [bandOfScore(score, rules), ...severities].reduce(worse);
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
  return presentCategories(findings).some((name) => name.includes('sanction'));
}

function worse(a: Band, b: Band): Band {
  return bands.indexOf(a) >= bands.indexOf(b) ? a : b;
}
