import type { Instant } from '#domain/time.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { PeriodChoice } from '../period-choice.tsx';
import { formatStatementUrl, quickPeriod, quickPeriods, type StatementPeriod } from './statement-period.ts';
import type { StatementFilters } from './statement-filters.ts';

type Props = { period: StatementPeriod; filters: StatementFilters; now: Instant };

/** Chooses the period of the statement. */
export function PeriodControls({ period, filters, now }: Props) {
  const { iana } = useTimeZone();
  const linkTo = (other: StatementPeriod) => ({ search: formatStatementUrl(other, filters) });
  const quick = quickPeriods.map(({ name, label }) => {
    const { from, to } = quickPeriod(name, now, iana);
    return { label, to: linkTo({ from, to }), isCurrent: from === period.from && to === period.to };
  });
  return <PeriodChoice period={period} quick={quick} linkTo={linkTo} />;
}
