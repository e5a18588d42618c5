import { Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Button } from '#dashboard/ui/button.tsx';
import dialog from '#dashboard/ui/dialog.module.css';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import type { Planned } from './plan.ts';
import { RequestTable } from './request-table.tsx';
import { type Outcome, tallyOf, tallyWords } from './run-deletions.ts';

type Props = {
  plan: readonly Planned[];
  outcomes: ReadonlyMap<string, Outcome>;
  isStopping: boolean;
  onStop: (() => void) | undefined;
};

/** How far the deletion is, and what came of each so far. */
export function BulkProgress({ plan, outcomes, isStopping, onStop }: Props) {
  const stop = useRef<HTMLButtonElement>(null);
  useEffect(() => stop.current?.focus(), []);
  const wanted = plan.filter(({ setAside }) => setAside === null);
  const tally = tallyOf(outcomes.values());
  const done = tally.deleted + tally.failed + tally.unknown;
  return (
    <Stack gap="lg">
      <ProgressBar label="Requests tried" value={done} max={wanted.length} />
      <p>
        <strong>
          {done} of {wanted.length}
        </strong>{' '}
        tried: {tallyWords(tally)}
      </p>
      <RequestTable title="Requests" plan={wanted} outcomes={outcomes} />
      {onStop !== undefined && (
        <div className={dialog['footer']}>
          <Button ref={stop} variant="default" loading={isStopping} onClick={onStop}>
            Stop
          </Button>
        </div>
      )}
    </Stack>
  );
}
