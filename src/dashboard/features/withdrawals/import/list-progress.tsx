import { Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { groupDigits } from '#dashboard/lib/digits.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import classes from './import-list.module.css';
import { type Outcome, tallyOf, tallyWords } from './run-list.ts';
import type { CheckProgress } from './use-list-check.ts';

/** How far the check of a list is. */
export function CheckingList({
  progress,
  onStop,
}: {
  progress: CheckProgress | undefined;
  onStop: () => void;
}) {
  const { step = 'reading', done, of } = progress ?? {};
  const what = step === 'reading' ? 'Reading the rows' : 'Holding the rows against what the account knows';
  return (
    <>
      <ProgressBar label={what} value={done} max={of} />
      <Text size="sm">
        {what}
        {done !== undefined && of !== undefined && `: ${groupDigits(done)} of ${groupDigits(of)}`}. Nothing is
        sent.
      </Text>
      <Group gap="sm" align="stretch" className={classes['buttons']} data-end>
        <Button variant="default" onClick={onStop}>
          Cancel
        </Button>
      </Group>
    </>
  );
}

type SendingProps = {
  outcomes: ReadonlyMap<number, Outcome>;
  of: number;
  isKept: boolean;
  isStopping: boolean;
  onStop: () => void;
};

/** How far the sending of a list is. */
export function SendingList({ outcomes, of, isKept, isStopping, onStop }: SendingProps) {
  const stop = useRef<HTMLButtonElement>(null);
  useEffect(() => stop.current?.focus(), []);
  return (
    <>
      <ProgressBar label="Rows sent" value={outcomes.size} max={of} />
      <Text size="sm">
        <strong>
          {groupDigits(outcomes.size)} of {groupDigits(of)}
        </strong>{' '}
        sent: {tallyWords(tallyOf(outcomes.values()))}
      </Text>
      <Text size="sm">
        {isKept
          ? 'If this is interrupted, this page offers to go on with it. Nothing is requested twice.'
          : 'This browser cannot keep the list: if this is interrupted, give the same file again. Nothing is requested twice.'}
      </Text>
      <Group gap="sm" align="stretch" className={classes['buttons']} data-end>
        <Button ref={stop} variant="default" loading={isStopping} onClick={onStop}>
          Stop
        </Button>
      </Group>
    </>
  );
}
