import { Box, Checkbox, Group } from '@mantine/core';
import { formatCount } from '#domain/format.ts';
import { startTransition, useOptimistic } from 'react';
import { useSearchParams } from 'react-router';
import { useChangeAddress } from '#dashboard/lib/use-change-address.ts';
import { parseBalancesUrl, formatBalancesUrl } from '#dashboard/entities/balances/balances-url.ts';

/** Shows or hides zero balances, and shows how many are hidden. */
export function ZerosSwitch({ hidden }: { hidden: number | undefined }) {
  const [search] = useSearchParams();
  const changeAddress = useChangeAddress();
  const address = parseBalancesUrl(search);
  // The address changes a moment after the click: without this the switch would spring back until then.
  const [showsZeros, setShowsZeros] = useOptimistic(address.showsZeros);
  const toggle = () =>
    startTransition(async () => {
      setShowsZeros(!showsZeros);
      const next = formatBalancesUrl({ ...address, showsZeros: !showsZeros });
      await changeAddress({ search: next }, { replace: true });
    });
  return (
    <Group gap="4px 10px">
      <Checkbox label="Hide zero balances" checked={!showsZeros} onChange={toggle} />
      <Box component="output" c="dimmed">
        {hidden !== undefined && hidden > 0 && `${formatCount(hidden, 'zero balance')} hidden`}
      </Box>
    </Group>
  );
}
