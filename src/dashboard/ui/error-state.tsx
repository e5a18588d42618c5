import { Box, Stack, Title } from '@mantine/core';
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react';
import { Button } from './button.tsx';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { asSentence, describeError, isMissingCode } from '#dashboard/lib/error-message.ts';
import { NoPermission } from './no-permission.tsx';
import { RequestId } from './request-id.tsx';
import classes from './state.module.css';

type Props = { error: Error; onRetry?: (() => void) | undefined };

/** Replaces content that could not be loaded: what happened, what to do next, and the request to report. */
export function ErrorState({ error, onRetry }: Props) {
  if (error instanceof ApiError && error.kind === 'forbidden')
    return <NoPermission lacking={error.lacking ?? undefined} />;
  const { title, next, mayRetry } = describeError(error);
  const isUnreachable = error instanceof ApiError && error.kind === 'unreachable';
  const Icon = isUnreachable ? IconPlugConnectedX : IconAlertTriangle;
  return (
    <Stack gap="sm" align="center" maw={460} mx="auto" py={48} px="lg" ta="center" role="alert">
      <span className={classes['icon']}>
        <Icon size={20} aria-hidden />
      </span>
      <Title order={2} mt={4}>
        {title}
      </Title>
      <Box mb="sm" c="dimmed">
        {isMissingCode(error) ? next : `${asSentence(error.message)} ${next}`}
      </Box>
      {mayRetry && onRetry && (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
      <RequestId error={error} />
    </Stack>
  );
}
