import { Group, Stack, Text } from '@mantine/core';
import classes from './wallet-drawer.module.css';

/** A wallet's shape while it is read. */
export function DrawerSkeleton() {
  return (
    <output className={classes['skeleton']} aria-label="Loading the wallet">
      <Text span w="70%" h={36} bdrs={6} bg="var(--skeleton)" inherit />
      <Group component="span" wrap="nowrap" gap="lg" align="stretch" className={classes['address']}>
        <Text span flex="none" w={164} h={164} bdrs={7} bg="var(--skeleton)" inherit />
        <Stack component="span" gap="lg" flex="1" className={classes['skeletonLines']}>
          <span />
          <span />
        </Stack>
      </Group>
      <Stack component="span" gap="lg" flex="1" className={classes['skeletonLines']}>
        <span />
        <span />
        <span />
        <span />
      </Stack>
    </output>
  );
}
