import { Skeleton, Stack, Text } from '@mantine/core';
import { formatInteger } from '#domain/format.ts';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import classes from './movement.module.css';
import type { MovementProgress } from './movement.queries.ts';

// Heights of the placeholder bars, in percent.
const shapes = [
  38, 52, 24, 60, 44, 18, 12, 48, 66, 34, 50, 28, 14, 22, 58, 42, 36, 62, 30, 16, 26, 46, 54, 32,
];

type Props = {
  progress: MovementProgress | null;
  /** Nothing is being read yet: what nobody looks at mustn't keep the browser busy. */
  isStill?: boolean;
};

/** The sums in the shape that they will have, and how far adding them up is. */
export function MovementSkeleton({ progress, isStill = false }: Props) {
  const label = progress
    ? `Adding up ${formatInteger(progress.read)} of ${formatInteger(progress.expected)} transactions`
    : 'Adding up transactions';
  return (
    <div>
      <div className={classes['totals']} aria-hidden>
        {['In', 'Out', 'Net', 'Transactions'].map((name) => (
          <div key={name}>
            <Text span c="dimmed" size="xs">
              {name}
            </Text>
            <Skeleton w={120} h={10} animate={!isStill} />
          </div>
        ))}
      </div>
      <div className={classes['coming']}>
        <svg width="100%" height="256" aria-hidden preserveAspectRatio="none" viewBox="0 0 240 240">
          {shapes.map((height, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- shapes without content have no other name
            <rect key={index} x={index * 10 + 2} width="6" y={120 - height} height={height * 1.7} />
          ))}
        </svg>
        {/* Not before there is something to tell: most are added up in a moment. */}
        <Stack
          gap="sm"
          pos="relative"
          w={320}
          maw="100%"
          py="md"
          px="lg"
          bdrs={8}
          bg="var(--surface)"
          fz="sm"
          ta="center"
          className={classes['progress']}
          data-quiet={progress === null || undefined}
        >
          {label} …
          {progress !== null && (
            <ProgressBar label="Adding up transactions" value={progress.read} max={progress.expected} />
          )}
        </Stack>
      </div>
    </div>
  );
}
