import { Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { groupDigits } from '#dashboard/lib/digits.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import dialog from '#dashboard/ui/dialog.module.css';

type Props = {
  page: number;
  read: number;
  expected: number | undefined;
  error: Error;
  onContinue: () => void;
  onGiveUp: (() => void) | undefined;
};

/** A page has failed: what happened, and whether to go on from there. */
export function ExportFailed({ page, read, expected, error, onContinue, onGiveUp }: Props) {
  const again = useRef<HTMLButtonElement>(null);
  useEffect(() => again.current?.focus(), []);
  const of = expected === undefined ? '' : ` of ${groupDigits(expected)}`;
  return (
    <Stack gap="lg">
      <FailureAlert error={error} />
      <Text size="sm">
        Page {groupDigits(page)} could not be read. {groupDigits(read)}
        {of} rows were read, and nothing is saved yet.
      </Text>
      {onGiveUp !== undefined && (
        <div className={dialog['footer']}>
          <Button variant="default" onClick={onGiveUp}>
            Give up
          </Button>
          <Button ref={again} onClick={onContinue}>
            Try again from page {groupDigits(page)}
          </Button>
        </div>
      )}
    </Stack>
  );
}
