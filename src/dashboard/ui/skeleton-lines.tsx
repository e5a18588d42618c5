import { Skeleton, Stack } from '@mantine/core';

const widths = ['100%', '60%', '100%', '60%', '100%', '60%'];

/** The shape of facts that are on their way. */
export function SkeletonLines({ label }: { label: string }) {
  return (
    <Stack component="output" aria-label={label} gap="xl" py="sm">
      {widths.map((width, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- shapes without content have no other name
        <Skeleton key={index} h={12} w={width} />
      ))}
    </Stack>
  );
}
