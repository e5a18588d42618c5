import { Box, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { dismissNewDevice, listNewDevices, type NewDevice } from '#contract/gateway/devices.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { NoticeBar } from '#dashboard/ui/notice-bar.tsx';
import { notifyFailure } from '#dashboard/ui/notify.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import { deviceLabel, sessionsPath } from './sessions.queries.ts';

const everyMs = 60_000;

/** Tells the user of sign-ins on devices that the console hasn't seen before, until they are dismissed. */
export function NewDevices() {
  const { data } = useQuery({ ...queryOf(listNewDevices, { query: {} }), refetchInterval: everyMs });
  return (
    <Box component="section" role="status" aria-label="New devices" flex="none">
      {data?.devices.map((device) => (
        <Notice key={device.id} device={device} />
      ))}
    </Box>
  );
}

function Notice({ device }: { device: NewDevice }) {
  const dismiss = useChange(dismissNewDevice);
  const { id, ip_address: address, signed_in_at: at } = device;
  return (
    <NoticeBar>
      <Group component="span" gap="sm" justify="space-between" flex={1}>
        <Box component="span" flex="1 1 240px">
          {deviceLabel(device)} signed in as you for the first time
          {address !== null && ` from ${address}`}, <Time value={at} />. Not you?{' '}
          <Link to={sessionsPath}>End its session</Link> and{' '}
          <Link to="/settings/sign-in">check how you sign in</Link>.
        </Box>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Dismiss: ${deviceLabel(device)}`}
          loading={dismiss.isPending}
          onClick={() =>
            dismiss.mutate(
              { id },
              { onError: (error) => notifyFailure('The notice wasn’t dismissed', error) },
            )
          }
        >
          Dismiss
        </Button>
      </Group>
    </NoticeBar>
  );
}
