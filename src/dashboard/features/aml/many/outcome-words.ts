import type { PlannedRow } from './plan-many.ts';
import type { RowOutcome } from './use-many.ts';

/** What becomes of a row, in words. */
export function outcomeWords(row: PlannedRow, outcome: RowOutcome | undefined): string {
  if (row.state === 'duplicate') return `the same as line ${row.ofLine}`;
  if (row.state === 'invalid') return row.reason;
  if (outcome === undefined) return 'a new check';
  if ('reason' in outcome) return outcome.reason;
  if (outcome.outcome === 'refused') return Object.values(outcome.problems).join('; ');
  return words[outcome.outcome];
}

const words = {
  new: 'a new check',
  started: 'started',
  running: 'is being checked already',
  recent: 'has a recent report',
  duplicate: 'stands earlier in the list',
} as const;
