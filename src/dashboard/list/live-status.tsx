import { Group, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { formatInteger } from '#domain/format.ts';
import { useOnline } from '#dashboard/lib/use-online.ts';
import { formatDuration } from '#dashboard/lib/format.ts';
import { byServerClock } from '#dashboard/lib/server-time.ts';
import { useClock } from '#dashboard/lib/use-clock.ts';
import { IconButton } from '#dashboard/ui/button.tsx';
import classes from './list-bars.module.css';
import { setLive } from './live-setting.ts';

type Props = {
  /** When what is shown was read, in milliseconds; 0 before it was. */
  readAt: number;
  isLive: boolean;
  onRefresh: () => void;
};

/** The age of the data, whether it refreshes automatically, and a refresh button. */
export function LiveStatus({ readAt, isLive, onRefresh }: Props) {
  const isOnline = useOnline();
  const Icon = isLive ? IconPlayerPause : IconPlayerPlay;
  return (
    <Group wrap="nowrap" gap={4} c="dimmed" fz="xs" className={classes['live']}>
      <Text
        span
        w={7}
        h={7}
        mr={2}
        bdrs="50%"
        inherit
        className={classes['dot']}
        data-paused={!isLive || !isOnline || undefined}
        aria-hidden
      />
      <span>{isOnline ? (isLive ? 'Live' : 'Paused') : 'Offline'}</span>
      <Age of={readAt} />
      <IconButton
        aria-label={isLive ? 'Pause live refresh' : 'Resume live refresh'}
        title={isLive ? 'Pause live refresh' : 'Resume live refresh'}
        onClick={() => setLive(!isLive)}
      >
        <Icon size={14} aria-hidden />
      </IconButton>
      <IconButton aria-label="Refresh" title="Refresh" onClick={onRefresh}>
        <IconRefresh size={14} aria-hidden />
      </IconButton>
    </Group>
  );
}

function Age({ of: readAt }: { of: number }) {
  const now = useClock();
  // Takes its room before anything was read, so that nothing moves.
  const age = readAt === 0 ? 0 : Math.max(0, now - byServerClock(readAt));
  return (
    <span className={classes['age']} data-unknown={readAt === 0 || undefined}>
      · updated {formatDuration(age)} ago
    </span>
  );
}

type NewsBarProps = {
  /** Null where the provider can't count them. */
  newer: number | null;
  hasMoved: boolean;
  /** What the rows are, one and many. */
  nouns: readonly [one: string, many: string];
  onShow: () => void;
};

/** Says what has come since the list was opened, and shows it when asked. */
export function NewsBar({ newer, hasMoved, nouns: [one, many], onShow }: NewsBarProps) {
  return (
    <Group
      component="output"
      wrap="nowrap"
      gap={0}
      align="stretch"
      justify="center"
      pos="relative"
      h={0}
      mt={-16}
      className={classes['news']}
    >
      {(newer === null || newer > 0 || hasMoved) && (
        <button type="button" onClick={onShow}>
          {newer === null
            ? 'Refresh list'
            : newer > 0
              ? `${formatInteger(newer)} new ${newer === 1 ? one : many}`
              : 'Show changes'}
        </button>
      )}
    </Group>
  );
}
