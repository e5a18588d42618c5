import { Group } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { startTransition, useOptimistic } from 'react';
import { currencies } from '#domain/networks.ts';
import { useChangeAddress } from '#dashboard/lib/use-change-address.ts';
import { optionsWith } from '#dashboard/list/filter-labels.ts';
import { Button, LinkButton } from '#dashboard/ui/button.tsx';
import { FilterSelect } from '#dashboard/ui/filter-controls.tsx';
import { TabLink } from '#dashboard/ui/tab-link.tsx';
import { Tooltip } from '#dashboard/ui/tooltip.tsx';
import { CustomPeriodButton } from './custom-period.tsx';
import {
  bucketOf,
  dayCountOf,
  type MovementAddress,
  movementRanges,
  rangeNames,
  writeMovementAddress,
} from './movement-address.ts';
import { type Bucket, bucketNames, isBucketAllowed } from './movement-buckets.ts';
import classes from './movement.module.css';

type Props = { address: MovementAddress };

const linkFrom = (address: MovementAddress) => (change: Partial<MovementAddress>) => ({
  search: writeMovementAddress({ ...address, ...change }),
});

/** Which transactions are added up, and whether they are a chart or a table. */
export function MovementControls({ address, currency }: Props & { currency: string | undefined }) {
  const changeAddress = useChangeAddress();
  const linkTo = linkFrom(address);
  return (
    <Group gap="sm" className={classes['controls']}>
      <nav aria-label="Period">
        <Group component="ul" wrap="nowrap" gap={2} align="stretch" className={classes['choices']}>
          {rangeNames.map((range) => (
            <li key={range}>
              <TabLink
                to={linkTo({ period: range })}
                isCurrent={range === address.period}
                className={classes['choice']}
              >
                {movementRanges[range]} days
              </TabLink>
            </li>
          ))}
          <li>
            <CustomPeriodButton
              period={address.period}
              onChange={(period) => void changeAddress(linkTo({ period }), { replace: true })}
            />
          </li>
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

const bucketLabels = { day: 'Day', week: 'Week', month: 'Month' } satisfies Record<Bucket, string>;

/** How the movements are grouped, and whether they are added up over time. */
export function MovementGrouping({ address }: Props) {
  const linkTo = linkFrom(address);
  const days = dayCountOf(address.period);
  return (
    <Group gap="sm" className={classes['controls']}>
      <CumulativeSwitch address={address} />
      <nav aria-label="Group by">
        <Group component="ul" wrap="nowrap" gap={2} align="stretch" className={classes['choices']}>
          {bucketNames.map((bucket) => (
            <li key={bucket}>
              {isBucketAllowed(bucket, days) ? (
                <TabLink
                  to={linkTo({ bucket })}
                  isCurrent={bucket === bucketOf(address)}
                  className={classes['choice']}
                >
                  {bucketLabels[bucket]}
                </TabLink>
              ) : (
                <Tooltip label={`The period is too long to group by ${bucket}.`}>
                  <Button variant="subtle" aria-disabled className={classes['choice']}>
                    {bucketLabels[bucket]}
                  </Button>
                </Tooltip>
              )}
            </li>
          ))}
        </Group>
      </nav>
    </Group>
  );
}

function CumulativeSwitch({ address }: Props) {
  const changeAddress = useChangeAddress();
  // The address changes a moment after the click: without this the box would spring back until then.
  const [isCumulative, setIsCumulative] = useOptimistic(address.isCumulative);
  const toggle = () =>
    startTransition(async () => {
      setIsCumulative(!isCumulative);
      await changeAddress(linkFrom(address)({ isCumulative: !isCumulative }), { replace: true });
    });
  // As in tables, the browser’s own: the kit’s would come with a form’s labels and messages.
  return (
    <label className={classes['cumulative']}>
      <input type="checkbox" checked={isCumulative} onChange={toggle} />
      Cumulative net
    </label>
  );
}
