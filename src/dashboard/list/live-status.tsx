import { Group, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { durationWords } from '#dashboard/lib/age-words.ts';
import { IconButton } from '#dashboard/ui/button.tsx';
import classes from './list-bars.module.css';
import { setLive } from './live-setting.ts';

type Props = {
  /** When what is shown was read, in milliseconds; 0 before it was. */
  readAt: number;
  isLive: boolean;
  onRefresh: () => void;
};

/** How old what is shown is, whether it is kept fresh, and the way to read it again. */
export function LiveStatus({ readAt, isLive, onRefresh }: Props) {
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
        data-paused={!isLive || undefined}
        aria-hidden
      />
      {isLive ? 'Live' : 'Paused'}
      {readAt > 0 && <Age of={readAt} />}
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
  const now = useSyncExternalStore(everySecond, () => Math.floor(Date.now() / 1000));
  return <span className={classes['age']}>· read {durationWords(Math.max(0, now * 1000 - readAt))} ago</span>;
}

function everySecond(listener: () => void) {
  const timer = setInterval(listener, 1_000);
  return () => clearInterval(timer);
}
