import { Skeleton, Stack } from '@mantine/core';

const widths = ['100%', '60%', '100%', '60%', '100%', '60%'];

/** The shape of facts that are on their way, at most six lines of them. */
export function SkeletonLines({ label, lines = widths.length }: { label: string; lines?: number }) {
  return (
    <Stack component="output" aria-label={label} gap="xl" py="sm">
      {widths.slice(0, lines).map((width, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- shapes without content have no other name
        <Skeleton key={index} h={12} w={width} />
      ))}
    </Stack>
  );
}
