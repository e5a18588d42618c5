import { Group } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy } from 'react';
import type { Instant } from '#domain/time.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { useChangeAddress } from '#dashboard/lib/use-change-address.ts';
import { momentBefore } from '#dashboard/lib/zoned-time.ts';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';
import { TabLink } from '#dashboard/ui/tab-link.tsx';
import {
  dayAfter,
  formatPeriod,
  formatStatementUrl,
  momentsOfPeriod,
  quickPeriod,
  quickPeriods,
  type StatementPeriod,
} from './statement-period.ts';
import type { StatementFilters } from './statement-filters.ts';
import classes from './statement.module.css';

const DaysPanel = lazy(async () => ({
  default: (await import('#dashboard/ui/range-filter/days-panel.tsx')).DaysPanel,
}));

type Props = { period: StatementPeriod; filters: StatementFilters; now: Instant };

/** Chooses the period: a usual one, or any days. */
export function PeriodControls({ period, filters, now }: Props) {
  const linkTo = (other: StatementPeriod) => ({ search: formatStatementUrl(other, filters) });
  const { iana } = useTimeZone();
  const changeAddress = useChangeAddress();
  const { from, to } = momentsOfPeriod(period, iana);
  const text = formatPeriod(period, iana);
  return (
    <Group component="nav" gap="xs" aria-label="Period" className={classes['period']}>
      <PopoverButton
        leftSection={<IconCalendar size={16} aria-hidden />}
        text={text}
        aria-label={`Period: ${text}`}
        panelLabel="Period"
      >
        <DaysPanel
          from={from}
          to={momentBefore(to)}
          onApply={(days) =>
            void changeAddress(linkTo({ from: days.from, to: dayAfter(days.to) }), { replace: true })
          }
        />
      </PopoverButton>
      {quickPeriods.map(({ name, label }) => {
        const quick = quickPeriod(name, now, iana);
        return (
          <TabLink
            key={name}
            to={linkTo(quick)}
            isCurrent={quick.from === period.from && quick.to === period.to}
          >
            {label}
          </TabLink>
        );
      })}
    </Group>
  );
}
