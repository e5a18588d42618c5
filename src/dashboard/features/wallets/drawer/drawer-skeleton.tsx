import { Group, Skeleton, Stack } from '@mantine/core';
import classes from './wallet-drawer.module.css';

/** A wallet's shape while it is read. */
export function DrawerSkeleton() {
  return (
    <Stack component="output" gap="xl" aria-label="Loading the wallet">
      <Skeleton w="70%" h={36} />
      <Group wrap="nowrap" gap="lg" align="stretch" className={classes['address']}>
        <Skeleton flex="none" w={164} h={164} />
        <Stack gap="lg" flex="1">
          <Skeleton h={12} />
          <Skeleton h={12} w="60%" />
        </Stack>
      </Group>
      <Stack gap="lg">
        <Skeleton h={12} />
        <Skeleton h={12} w="60%" />
        <Skeleton h={12} />
        <Skeleton h={12} w="60%" />
      </Stack>
    </Stack>
  );
}
