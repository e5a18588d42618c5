import { Box, Group } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import { useOnline } from '#dashboard/lib/use-online.ts';

/** Shown while the browser has no network. A request that failed is reported where its data belongs. */
export function OfflineNotice() {
  const isOnline = useOnline();
  return (
    <Box component="output" flex="none">
      {!isOnline && (
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
          <IconWifiOff size={16} aria-hidden />
          You’re offline. Data may be out of date, and changes can’t be saved.
        </Group>
      )}
    </Box>
  );
}
