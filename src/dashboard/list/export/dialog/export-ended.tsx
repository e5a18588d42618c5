import { Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import dialog from '#dashboard/ui/dialog.module.css';
import { Notice } from '#dashboard/ui/notice.tsx';

type Props = { error: Error; onBack: () => void };

/** An export that could not be made. */
export function ExportEnded({ error, onBack }: Props) {
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <Stack gap="lg">
      {error.name === 'FormatLimit' ? (
        <Notice tone="warning" role="alert">
          {error.message}
        </Notice>
      ) : (
        <FailureAlert error={error} />
      )}
      <Text size="sm">Nothing was saved.</Text>
      <div className={dialog['footer']}>
        <Button ref={back} variant="default" onClick={onBack}>
          Back
        </Button>
      </div>
    </Stack>
  );
}
