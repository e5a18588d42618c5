import * as z from 'zod/mini';
import type { AmlBand } from '#contract/gateway/aml-bands.ts';
import type { MinimumShares } from '#domain/aml/bands.ts';
import { newAmlRules } from '#contract/gateway/aml-rules-change.ts';
import type { AmlRules } from '#contract/gateway/aml-rules.ts';

/** The rules as they are typed. */
export type AmlRulesDraft = {
  medium: string;
  high: string;
  severe: string;
  recentDays: string;
  /** A percentage. */
  unknownShare: string;
  severities: Record<string, AmlBand>;
  /** Categories that have a severity. Empty: any share counts. */
  minimumShares: Record<string, MinimumShares>;
};

/** The name of a complaint about a minimum share. */
export const minimumField = (category: string, kind: keyof MinimumShares) => `minimum ${kind} ${category}`;

type ReadDraft =
  | { ok: true; rules: AmlRules }
  /** Messages by the name of the field. */
  | { ok: false; complaints: Partial<Record<string, string>> };

export function draftOf({
  thresholds,
  severities,
  minimum_shares: minimumShares,
  unknown_share: unknownShare,
  recent_days: days,
}: AmlRules): AmlRulesDraft {
  return {
    ...thresholds,
    recentDays: String(days),
    unknownShare,
    severities: { ...severities },
    minimumShares: { ...minimumShares },
  };
}

/** The rules that are typed, or what of them breaks which rule, in the contract's own words. */
export function parseDraft({
  recentDays,
  unknownShare,
  severities,
  minimumShares,
  ...typed
}: AmlRulesDraft): ReadDraft {
  const days = recentDays.trim();
  const minimums = Object.entries(minimumShares)
    .filter(([name]) => Object.hasOwn(severities, name))
    .map(([name, { direct, indirect }]) => [
      name,
      { direct: direct.trim() || '0', indirect: indirect.trim() || '0' },
    ]);
  const read = z.safeParse(newAmlRules, {
    thresholds: { medium: typed.medium.trim(), high: typed.high.trim(), severe: typed.severe.trim() },
    severities,
    minimum_shares: Object.fromEntries(minimums),
    unknown_share: unknownShare.trim(),
    recent_days: /^\d+$/.test(days) ? Number(days) : null,
  });
  if (read.success) return { ok: true, rules: read.data };
  const complaints = read.error.issues.map(({ path: [first, second, third], message }): [string, string] => {
    if (
      first === 'minimum_shares' &&
      typeof second === 'string' &&
      (third === 'direct' || third === 'indirect')
    ) {
      return [minimumField(second, third), message];
    }
    if (first === 'minimum_shares') return ['minimum_shares', message];
    if (first === 'unknown_share') return ['unknownShare', message];
    if (first === 'recent_days') return ['recentDays', message];
    // The thresholds together: they do not rise.
    return [typeof second === 'string' ? second : 'severe', message];
  });
  return { ok: false, complaints: Object.fromEntries(complaints.toReversed()) };
}
