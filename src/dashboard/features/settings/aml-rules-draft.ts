import * as z from 'zod/mini';
import type { AmlBand } from '#contract/gateway/aml-bands.ts';
import { type AmlRules, amlRules } from '#contract/gateway/aml-rules.ts';

/** The rules as they are typed. */
export type AmlRulesDraft = {
  medium: string;
  high: string;
  severe: string;
  recentDays: string;
  severities: Record<string, AmlBand>;
};

type ReadDraft =
  | { ok: true; rules: AmlRules }
  /** By the name of the field. */
  | { ok: false; complaints: Partial<Record<string, string>> };

export function draftOf({ thresholds, severities, recent_days: days }: AmlRules): AmlRulesDraft {
  return { ...thresholds, recentDays: String(days), severities: { ...severities } };
}

/** The rules that are typed, or what of them breaks which rule, in the contract's own words. */
export function readDraft({ recentDays, severities, ...typed }: AmlRulesDraft): ReadDraft {
  const days = recentDays.trim();
  const read = z.safeParse(amlRules, {
    thresholds: { medium: typed.medium.trim(), high: typed.high.trim(), severe: typed.severe.trim() },
    severities,
    recent_days: /^\d+$/.test(days) ? Number(days) : null,
  });
  if (read.success) return { ok: true, rules: read.data };
  const complaints = read.error.issues.map(({ path: [first, second], message }): [string, string] => {
    if (first === 'recent_days') return ['recentDays', message];
    // The thresholds together: they do not rise.
    return [typeof second === 'string' ? second : 'severe', message];
  });
  return { ok: false, complaints: Object.fromEntries(complaints.toReversed()) };
}
