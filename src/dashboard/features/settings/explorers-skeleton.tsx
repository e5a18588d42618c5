import { Box, Stack } from '@mantine/core';
import { withdrawalNetworks } from '#domain/networks.ts';

/** The shape of the settings while they are read. */
export function ExplorersSkeleton() {
  return (
    <Stack gap="lg" maw={880} fz="sm" aria-busy>
      <output className="unseen">Reading the settings</output>
      {withdrawalNetworks.map((network) => (
        <Box h={76} bdrs={8} bg="var(--skeleton)" key={network} aria-hidden />
      ))}
    </Stack>
  );
}
