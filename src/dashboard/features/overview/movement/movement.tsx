import { Group } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { currencies } from '#domain/networks.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { zoneName } from '#dashboard/lib/zoned-time.ts';
import { useChangeAddress } from '#dashboard/lib/use-change-address.ts';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { TabLink } from '#dashboard/ui/tab-link.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FilterSelect } from '#dashboard/ui/filter-controls.tsx';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import { optionsWith } from '#dashboard/list/filter-labels.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { OverviewPanel } from '../overview-panel.tsx';
import {
  type MovementAddress,
  movementRanges,
  rangeNames,
  parseMovementUrl,
  writeMovementAddress,
} from './movement-address.ts';
import classes from './movement.module.css';
import { busiestCurrency } from './movement.queries.ts';
import { MovementSums } from './movement-sums.tsx';
import { MovementSkeleton } from './movement-skeleton.tsx';

/** What came in and went out of one currency, day by day. */
export function Movement() {
  const mayRead = usePermission('transactions:read').allowed;
  if (mayRead) return <Permitted />;
  return (
    <OverviewPanel title="Inflows and outflows" wide>
      <NoPermission permission="transactions:read" />
    </OverviewPanel>
  );
}

function Permitted() {
  const [search] = useSearchParams();
  const zone = useTimeZone();
  const address = parseMovementUrl(search);
  const { ref, wasSeen } = useWasSeen();
  const busiest = useQuery({
    ...busiestCurrency(zone.iana),
    enabled: wasSeen && address.currency === undefined,
  });
  const currency = address.currency ?? busiest.data;
  return (
    <OverviewPanel
      title="Inflows and outflows"
      wide
      controls={<Controls address={address} currency={currency} />}
    >
      <p ref={ref} className={classes['rules']}>
        Completed transactions by creation date in {zoneName(zone.iana)}, excluding fees.
      </p>
      {wasSeen && currency !== undefined && (
        <MovementSums address={{ ...address, currency }} iana={zone.iana} />
      )}
      {(!wasSeen || currency === undefined) && busiest.error === null && <MovementSkeleton progress={null} />}
      {currency === undefined && busiest.error !== null && (
        <ErrorState error={busiest.error} onRetry={() => void busiest.refetch()} />
      )}
    </OverviewPanel>
  );
}

/** Whether the element of `ref` has been in the window: what nobody has scrolled to needn't be read. */
function useWasSeen() {
  const { ref, inViewport } = useInViewport<HTMLParagraphElement>();
  const [wasSeen, setWasSeen] = useState(false);
  if (inViewport && !wasSeen) setWasSeen(true);
  return { ref, wasSeen };
}

type ControlsProps = { address: MovementAddress; currency: string | undefined };

function Controls({ address, currency }: ControlsProps) {
  const changeAddress = useChangeAddress();
  const linkTo = (change: Partial<MovementAddress>) => ({
    search: writeMovementAddress({ ...address, ...change }),
  });
  return (
    <Group gap="sm" className={classes['controls']}>
      <nav aria-label="Days">
        <Group component="ul" wrap="nowrap" gap={2} align="stretch" className={classes['ranges']}>
          {rangeNames.map((range) => (
            <li key={range}>
              <TabLink
                to={linkTo({ range })}
                isCurrent={range === address.range}
                className={classes['range']}
              >
                {movementRanges[range]} days
              </TabLink>
            </li>
          ))}
        </Group>
      </nav>
      <FilterSelect
        aria-label="Currency"
        className={classes['currency'] ?? ''}
        value={currency ?? ''}
        data={[
          ...(currency === undefined ? [{ value: '', label: '…' }] : []),
          ...optionsWith(currencies, [currency]).map((value) => ({ value, label: value })),
        ]}
        onChange={(event) =>
          void changeAddress(linkTo({ currency: event.currentTarget.value }), { replace: true })
        }
      />
      <LinkButton
        to={linkTo({ isTable: !address.isTable })}
        replace
        variant="default"
        leftSection={
          address.isTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />
        }
      >
        {address.isTable ? 'Show as chart' : 'Show as table'}
      </LinkButton>
    </Group>
  );
}
