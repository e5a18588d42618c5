import { parseTimestamp } from '#domain/time.ts';
import { capitalize, formatAge } from '#dashboard/lib/format.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import type { PlannedRow } from './plan-many.ts';
import type { RowOutcome } from './use-many.ts';

/** Describes the outcome of a row. */
export function outcomeLabel(row: PlannedRow, outcome: RowOutcome | undefined): string {
  if (row.state === 'duplicate') return `Duplicate of line ${row.ofLine}`;
  if (row.state === 'open') return 'No network chosen';
  if (row.state === 'invalid') return capitalize(row.reason);
  if (outcome === undefined) return labels.new;
  if ('reason' in outcome) return outcome.reason;
  if (outcome.outcome === 'refused') return capitalize(Object.values(outcome.problems).join('; '));
  if (outcome.outcome === 'recent') return checkedLabel(outcome.check?.ended_at);
  return labels[outcome.outcome];
}

/** `Checked 12 days ago`. */
function checkedLabel(endedAt: string | null | undefined): string {
  const ended = parseTimestamp(endedAt ?? '')?.instant;
  return ended === undefined ? 'Already checked' : `Checked ${formatAge(ended, serverNow())}`;
}

const labels = {
  new: 'New check',
  started: 'Started',
  running: 'Already running',
  duplicate: 'Duplicate',
} as const;
