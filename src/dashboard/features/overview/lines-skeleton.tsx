import { Skeleton, Stack } from '@mantine/core';
import classes from './overview.module.css';

/** Lines in the shape that they will have. */
export function LinesSkeleton({ label, lines }: { label: string; lines: number }) {
  return (
    <Stack component="output" gap={0} aria-label={label} className={classes['lines']}>
      {Array.from({ length: lines }, (_, line) => (
        // oxlint-disable-next-line react/no-array-index-key -- shapes without content have no other name
        <div key={line}>
          <span className={classes['line']}>
            <Skeleton w={44} h={10} />
            <Skeleton ml="auto" w={168} h={10} />
          </span>
        </div>
      ))}
    </Stack>
  );
}
