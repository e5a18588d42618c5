import { Box, Group } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says so while the browser has no network. That a request went unanswered shows where its data belongs. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
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
          You are offline. What is shown may be out of date; changes cannot be saved until you are back.
        </Group>
      )}
    </Box>
  );
}
