import { Group, Text } from '@mantine/core';
import { IconCircleCheck, IconHourglass } from '@tabler/icons-react';
import { parseTimestamp, toDate } from '#domain/time.ts';
import { formatDuration } from '#dashboard/lib/format.ts';
import { useClock } from '#dashboard/lib/use-clock.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { formatInstant } from '#dashboard/lib/zoned-time.ts';
import classes from './address-book.module.css';

/** How much of an address’s waiting period is left, by the server's clock. */
export function CoolingOff({ until }: { until: string | undefined }) {
  const { iana } = useTimeZone();
  const now = useClock();
  const end = until === undefined ? undefined : parseTimestamp(until)?.instant;
  if (end === undefined)
    return (
      <Text span c="dimmed" inherit>
        unreadable
      </Text>
    );
  const left = toDate(end).getTime() - now;
  // The clock shows whole seconds, and is up to one behind.
  if (left < 1_000) {
    return (
      <Group component="span" display="inline-flex" wrap="nowrap" gap={4} className={classes['state']}>
        <IconCircleCheck size={14} aria-hidden />
        Ready
      </Group>
    );
  }
  return (
    <Group
      component="span"
      display="inline-flex"
      wrap="nowrap"
      gap={4}
      className={classes['state']}
      data-waits
      title={`Until ${formatInstant(end, iana)}`}
    >
      <IconHourglass size={14} aria-hidden />
      {formatDuration(left)} left
    </Group>
  );
}
