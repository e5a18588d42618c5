import { Skeleton, Stack } from '@mantine/core';
import { withdrawalNetworks } from '#domain/networks.ts';

/** The shape of the settings while they are read. */
export function ExplorersSkeleton() {
  return (
    <Stack gap="lg" maw={880} fz="sm" aria-busy>
      <output className="unseen">Reading the settings</output>
      {withdrawalNetworks.map((network) => (
        <Skeleton h={76} key={network} aria-hidden />
      ))}
    </Stack>
  );
}
