import { readTimestamp } from '#domain/time.ts';
import { ageWords } from '#dashboard/lib/words.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import type { PlannedRow } from './plan-many.ts';
import type { RowOutcome } from './use-many.ts';

/** What becomes of a row, in words. */
export function outcomeWords(row: PlannedRow, outcome: RowOutcome | undefined): string {
  if (row.state === 'duplicate') return `the same as line ${row.ofLine}`;
  if (row.state === 'open') return 'no network was chosen';
  if (row.state === 'invalid') return row.reason;
  if (outcome === undefined) return 'a new check';
  if ('reason' in outcome) return outcome.reason;
  if (outcome.outcome === 'refused') return Object.values(outcome.problems).join('; ');
  if (outcome.outcome === 'recent') return checkedWords(outcome.check?.ended_at);
  return words[outcome.outcome];
}

/** `was checked 12 days ago`. */
function checkedWords(endedAt: string | null | undefined): string {
  const ended = readTimestamp(endedAt ?? '')?.instant;
  return ended === undefined ? 'was checked' : `was checked ${ageWords(ended, serverNow())}`;
}

const words = {
  new: 'a new check',
  started: 'started',
  running: 'is being checked already',
  duplicate: 'stands earlier in the list',
} as const;
