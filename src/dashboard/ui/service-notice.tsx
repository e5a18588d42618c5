import { Box } from '@mantine/core';
import { useBusy } from '#dashboard/lib/use-busy.ts';
import { useOnline } from '#dashboard/lib/use-online.ts';
import { NoticeBar } from './notice-bar.tsx';

/** Shown while the browser has no network or the service is busy. A request that failed is reported where its data belongs. */
export function ServiceNotice() {
  const isOnline = useOnline();
  const isBusy = useBusy();
  return (
    <Box component="output" flex="none">
      {(isBusy || !isOnline) && (
        <NoticeBar>
          {isOnline
            ? 'The service is busy. This page updates automatically when it responds again.'
            : 'You’re offline. Data may be out of date, and changes can’t be saved.'}
        </NoticeBar>
      )}
    </Box>
  );
}
