import { Skeleton, Stack } from '@mantine/core';

/** The shape of a form that is on its way. */
export function DialogSkeleton({ label }: { label: string }) {
  return (
    <Stack component="output" aria-label={label} gap="lg">
      <Skeleton h={14} w="70%" />
      <Skeleton h={36} />
      <Skeleton h={36} />
    </Stack>
  );
}
