import { Text } from '@mantine/core';
import { ApiError } from '#dashboard/lib/api-error.ts';
import classes from './state.module.css';

/** The id under which the server's logs know a failed request; nothing when there is none. */
export function RequestId({ error }: { error: Error }) {
  if (!(error instanceof ApiError) || error.requestId === null) return null;
  return (
    <Text mt="sm" c="dimmed" size="xs" className={classes['requestId']}>
      Request <code>{error.requestId}</code>
    </Text>
  );
}
