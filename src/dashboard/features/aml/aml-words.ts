import type { AmlBand, AmlDecision } from '#contract/gateway/aml-bands.ts';
import type { AmlState } from '#contract/gateway/aml-library.ts';

/** What bands, states and decisions are called. */
export const amlWords = {
  low: 'Low',
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
