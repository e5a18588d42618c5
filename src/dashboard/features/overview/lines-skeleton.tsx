import { Group, Skeleton, Stack } from '@mantine/core';
import classes from './overview.module.css';

/** Lines in the shape that they will have. */
export function LinesSkeleton({ label, lines }: { label: string; lines: number }) {
  return (
    <Stack component="output" gap={0} aria-label={label} className={classes['lines']}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line}>
          <Group justify="space-between" className={classes['line']}>
            <Skeleton w={44} h={10} />
            <Skeleton w={168} h={10} />
          </Group>
        </div>
      ))}
    </Stack>
  );
}
