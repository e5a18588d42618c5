import { Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { groupDigits } from '#dashboard/lib/digits.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import dialog from '#dashboard/ui/dialog.module.css';
import classes from './export-dialog.module.css';
import { timeLeft } from './time-left.ts';

type Props = {
  read: number;
  expected: number | undefined;
  elapsedMs: number;
  pause: { page: number; seconds: number } | undefined;
  onCancel: (() => void) | undefined;
};

/** How far a running export is. */
export function ExportProgress({ read, expected, elapsedMs, pause, onCancel }: Props) {
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  const of = expected === undefined ? '' : ` of ${groupDigits(expected)}`;
  const isRead = read > 0 && read === expected;
  const left = expected === undefined ? undefined : timeLeft(elapsedMs, read, expected);
  const tenths = expected === undefined || expected === 0 ? 0 : Math.floor((read / expected) * 10);
  return (
    <Stack gap="lg">
      <div className={classes['progress']}>
        <ProgressBar label="Rows read" value={expected === undefined ? undefined : read} max={expected} />
        <p>
          <strong>
            {groupDigits(read)}
            {of} rows
          </strong>
          <span>{pauseWords(pause) ?? (isRead ? 'Writing the file' : left)}</span>
        </p>
      </div>
      {/* Read out now and then, not with every page. */}
      <output className="unseen">
        {pauseWords(pause) ?? (tenths === 0 ? 'The export has started' : `${tenths * 10} percent`)}
      </output>
      <Text c="dimmed" size="sm">
        Keep this page open until it is done. You can work in other tabs.
      </Text>
      {onCancel !== undefined && (
        <div className={dialog['footer']}>
          <Button ref={cancel} variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      )}
    </Stack>
  );
}

function pauseWords(pause: Props['pause']): string | undefined {
  if (pause === undefined) return undefined;
  return `Page ${groupDigits(pause.page)} did not come; asking again in ${pause.seconds} s`;
}
