import type { AmlBand, AmlDecision, AmlDecisionRecord } from '#contract/gateway/aml-bands.ts';
import type { AmlState } from '#contract/gateway/aml-library.ts';

/** What bands, states and decisions are called. */
export const amlWords = {
  low: 'Low',
  unknown: 'Unknown',
  medium: 'Medium',
  high: 'High',
  severe: 'Severe',
  queued: 'Queued',
  asking: 'Asking',
  waiting: 'Waiting',
  stopped: 'Stopped',
  finished: 'Finished',
  failed: 'Failed',
  lost: 'Outcome unknown',
  accepted: 'Accepted',
  rejected: 'Rejected',
  escalated: 'Escalated',
} as const satisfies Record<AmlBand | AmlState | AmlDecision, string>;

/** Who asked or decided: the name of the key, else its fingerprint. */
export function keyWords(name: string | null | undefined, fingerprint: string | undefined): string {
  return name ?? `key ${fingerprint}`;
}

/** Where a decision that is carried over was made, and by whom. */
export function originWords({
  checked_at,
  decision,
  decided_by,
  key_fingerprint,
}: AmlDecisionRecord): string {
  return `Carried over from the check of ${checked_at.slice(0, 10)}: ${amlWords[decision].toLowerCase()} by ${keyWords(decided_by, key_fingerprint)}`;
}

/** `accepted`, or `accepted (carried over)`. */
export function decisionWords(decision: AmlDecision, isCarriedOver: boolean): string {
  return `${amlWords[decision].toLowerCase()}${isCarriedOver ? ' (carried over)' : ''}`;
}
