import { parseTimestamp } from '#domain/time.ts';
import { formatAge } from '#dashboard/lib/format.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import type { PlannedRow } from './plan-many.ts';
import type { RowOutcome } from './use-many.ts';

/** What becomes of a row, in words. */
export function outcomeLabel(row: PlannedRow, outcome: RowOutcome | undefined): string {
  if (row.state === 'duplicate') return `duplicate of line ${row.ofLine}`;
  if (row.state === 'open') return 'no network chosen';
  if (row.state === 'invalid') return row.reason;
  if (outcome === undefined) return 'new check';
  if ('reason' in outcome) return outcome.reason;
  if (outcome.outcome === 'refused') return Object.values(outcome.problems).join('; ');
  if (outcome.outcome === 'recent') return checkedLabel(outcome.check?.ended_at);
  return words[outcome.outcome];
}

/** `was checked 12 days ago`. */
function checkedLabel(endedAt: string | null | undefined): string {
  const ended = parseTimestamp(endedAt ?? '')?.instant;
  return ended === undefined ? 'already checked' : `checked ${formatAge(ended, serverNow())}`;
}

const words = {
  new: 'new check',
  started: 'started',
  running: 'already running',
  duplicate: 'duplicate',
} as const;
