import { formatCount } from '#domain/format.ts';
import { Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Button } from '#dashboard/ui/button.tsx';
import dialog from '#dashboard/ui/dialog.module.css';
import { Alert } from '#dashboard/ui/alert.tsx';
import { ImportTable } from './import-table.tsx';
import type { PlannedRow } from './plan-import.ts';
import { type ImportLine, type RowOutcome, formatTally } from './run-import.ts';

type Props = {
  rows: readonly PlannedRow[];
  outcomes: ReadonlyMap<number, RowOutcome>;
  onRetry: (lines: ImportLine[]) => void;
  onClose: () => void;
};

/** The outcome of each row that was sent. Only all of them in the book is a success. */
export function ImportResult({ rows, outcomes, onRetry, onClose }: Props) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  const stateOf = ({ line }: PlannedRow) => outcomes.get(line)?.state ?? 'untried';
  const others = rows.filter((row) => outcomes.has(row.line) && stateOf(row) !== 'added');
  const again = rows.flatMap((row) =>
    row.state === 'ready' && ['failed', 'untried'].includes(stateOf(row)) ? [row] : [],
  );
  const isWhole = again.length === 0 && others.every((row) => stateOf(row) === 'exists');
  return (
    <Stack gap="lg">
      <Alert tone={isWhole ? 'positive' : 'warning'} role={isWhole ? 'status' : 'alert'}>
        {formatTally(outcomes.values())}.
      </Alert>
      {others.length > 0 && (
        <ImportTable
          title="Not added"
          rows={others}
          last={{ head: 'Reason', of: ({ line }) => reasonOf(outcomes.get(line)), tone: 'dimmed' }}
        />
      )}
      <div className={dialog['footer']}>
        {again.length > 0 && (
          <Button variant="default" onClick={() => onRetry(again)}>
            Try {formatCount(again.length, 'row')} again
          </Button>
        )}
        <Button ref={close} onClick={onClose}>
          Close
        </Button>
      </div>
    </Stack>
  );
}

function reasonOf(outcome: RowOutcome | undefined): string {
  if (outcome === undefined || outcome.state === 'untried') return 'Not tried';
  if (outcome.state === 'exists') return `Already saved as “${outcome.name}”`;
  return 'reason' in outcome ? outcome.reason : '';
}
