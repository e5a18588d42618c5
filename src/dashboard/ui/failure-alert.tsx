import { Alert, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Button } from './button.tsx';
import { asSentence, describeError } from '#dashboard/lib/error-message.ts';
import { RequestId } from './request-id.tsx';

type Props = { error: Error; onRetry?: (() => void) | undefined };

/** A failure above what is still there: the last good rows, or a form's fields. */
export function FailureAlert({ error, onRetry }: Props) {
  const { title, next, mayRetry } = describeError(error);
  return (
    <Alert color="negative" icon={<IconAlertTriangle size={18} aria-hidden />}>
      <Group wrap="nowrap" align="flex-start" justify="space-between">
        <div>
          <strong>{title}.</strong> {asSentence(error.message)} {next}
          <RequestId error={error} />
        </div>
        {mayRetry && onRetry && (
          <Button variant="default" size="compact-sm" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
