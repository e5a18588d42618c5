import { Group } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { durationWords } from '#dashboard/lib/age-words.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { momentText } from '../balance-words.ts';
import classes from '../toolbar.module.css';

type Props = {
  /** When what is shown was read; 0 before it was. */
  readAt: number;
  isReading: boolean;
  onRefresh: () => void;
};

/** How old what is shown is, and the way to read it again. */
export function DataAge({ readAt, isReading, onRefresh }: Props) {
  const now = useSyncExternalStore(everySecond, () => Math.floor(Date.now() / 1000));
  return (
    <Group gap="8px 12px" className={classes['side']}>
      {readAt > 0 && (
        <time className={classes['age']} dateTime={new Date(readAt).toISOString()} title={momentText(readAt)}>
          Read {durationWords(now * 1000 - readAt)} ago
        </time>
      )}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconRefresh size={14} aria-hidden />}
        loading={isReading}
        onClick={onRefresh}
      >
        Refresh
      </Button>
    </Group>
  );
}

function everySecond(listener: () => void) {
  const timer = setInterval(listener, 1_000);
  return () => clearInterval(timer);
}
