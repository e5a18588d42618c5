import { Text } from '@mantine/core';
import { ApiError } from '#dashboard/lib/api-error.ts';
import classes from './state.module.css';

/** The ID of a failed request in the server's logs, if there is one. */
export function RequestId({ error }: { error: Error }) {
  if (!(error instanceof ApiError) || error.requestId === null) return null;
  return (
    <Text mt="sm" c="dimmed" size="xs" className={classes['requestId']}>
      Request <code>{error.requestId}</code>
    </Text>
  );
}
