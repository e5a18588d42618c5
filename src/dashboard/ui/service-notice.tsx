import { Box, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useBusy } from '#dashboard/lib/use-busy.ts';
import { useOnline } from '#dashboard/lib/use-online.ts';

/** Shown while the browser has no network or the service is busy. A request that failed is reported where its data belongs. */
export function ServiceNotice() {
  const isOnline = useOnline();
  const isBusy = useBusy();
  return (
    <Box component="output" flex="none">
      {(isBusy || !isOnline) && (
        <Group
          component="span"
          wrap="nowrap"
          gap="sm"
          py="sm"
          px="var(--page-inset)"
          bg="var(--warning-soft)"
          c="var(--warning)"
          fz="sm"
          fw={500}
        >
          <IconAlertTriangle size={16} aria-hidden />
          {isOnline
            ? 'The service is busy. This page updates automatically when it responds again.'
            : 'You’re offline. Data may be out of date, and changes can’t be saved.'}
        </Group>
      )}
    </Box>
  );
}
