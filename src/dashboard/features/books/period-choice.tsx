import { Group } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy } from 'react';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { type SearchChange, useChangeAddress } from '#dashboard/lib/use-change-address.ts';
import { momentBefore } from '#dashboard/lib/zoned-time.ts';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';
import { TabLink } from '#dashboard/ui/tab-link.tsx';
import {
  dayAfter,
  formatPeriod,
  momentsOfPeriod,
  type StatementPeriod,
} from './statement/statement-period.ts';
import classes from './statement/statement.module.css';

const DaysPanel = lazy(async () => ({
  default: (await import('#dashboard/ui/range-filter/days-panel.tsx')).DaysPanel,
}));

type Props = {
  period: StatementPeriod;
  /** The usual periods. */
  quick: readonly { label: string; to: SearchChange; isCurrent: boolean }[];
  /** Leads to the same page for other days. */
  linkTo: (period: StatementPeriod) => SearchChange;
};

/** Chooses a period: a usual one, or any days. */
export function PeriodChoice({ period, quick, linkTo }: Props) {
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
      {quick.map(({ label, to: target, isCurrent }) => (
        <TabLink key={label} to={target} isCurrent={isCurrent}>
          {label}
        </TabLink>
      ))}
    </Group>
  );
}
