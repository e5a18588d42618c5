import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RateGap } from '#domain/exchange-rates.ts';
import { formatCount, formatList } from '#domain/format.ts';
import { addMs, type Instant, instantFromDate } from '#domain/time.ts';
import type { ValueCurrency } from '#domain/value-currencies.ts';
import { useValueCurrency, valueSettingsQuery } from '#dashboard/entities/value/value-currency.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { useUnsupported } from '#dashboard/session/session.queries.ts';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { TabLink } from '#dashboard/ui/tab-link.tsx';
import { rateQueries } from './rates.queries.ts';
import { formatRatesUrl, gapPeriods, type RatesAddress } from './rates-url.ts';
import classes from './rates.module.css';

const DAY_MS = 86_400_000;
const days = { month: 31, year: 366 } as const satisfies Record<RatesAddress['gaps'], number>;
const labels = { month: 'Last 31 days', year: 'Last 366 days' } as const satisfies Record<
  RatesAddress['gaps'],
  string
>;

/** Which currencies that the account holds have no rate, and on which days. */
export function RateGaps({ address }: { address: RatesAddress }) {
  const chosen = useValueCurrency();
  const { data: setting } = useQuery(valueSettingsQuery);
  const quote = chosen ?? (setting?.value.currency === 'EUR' ? 'EUR' : 'USD');
  const unsupported = useUnsupported('getUserBalances');
  return (
    <section aria-labelledby="rate-gaps" className={classes['part']}>
      <Group gap="4px 12px" justify="space-between">
        <h2 id="rate-gaps">Days without a {quote} rate</h2>
        <Group component="nav" gap={4} aria-label="Period of the gaps">
          {gapPeriods.map((period) => (
            <TabLink
              key={period}
              to={{ search: formatRatesUrl({ ...address, gaps: period }) }}
              isCurrent={address.gaps === period}
            >
              {labels[period]}
            </TabLink>
          ))}
        </Group>
      </Group>
      {unsupported === null ? <Gaps quote={quote} period={address.gaps} /> : <p>{unsupported}</p>}
    </section>
  );
}

function Gaps({ quote, period }: { quote: ValueCurrency; period: RatesAddress['gaps'] }) {
  const { data, error, refetch } = useQuery(rateQueries.gaps(quote, periodOf(period)));
  if (data === undefined) {
    if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <SkeletonLines label="Looking for days without a rate" />;
  }
  const { currencies, gaps: incomplete } = data;
  if (currencies.length === 0) return <p>The account holds no currency.</p>;
  const complete = currencies.filter((each) => !incomplete.some(({ currency }) => currency === each));
  return (
    <>
      {incomplete.length > 0 && (
        // It may be longer than its room, so it must be focusable.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className={classes['gaps']} aria-label="Currencies with gaps" tabIndex={0}>
          {incomplete.map(({ currency, ranges }) => (
            <li key={currency}>
              <strong>{currency}</strong> {gapsText(ranges)}
            </li>
          ))}
        </ul>
      )}
      {complete.length > 0 && (
        <Text c="dimmed" inherit>
          {incomplete.length === 0 ? 'No gaps' : 'Every day has a rate'}: {formatList(complete)}.
        </Text>
      )}
      <Text c="dimmed" inherit>
        Currencies that the account holds now, at the end of each day in UTC.
      </Text>
    </>
  );
}

/** Ends with today, in UTC; the same moments all day, so that it is asked for once. */
function periodOf(period: RatesAddress['gaps']): { from: Instant; to: Instant } {
  const today = instantFromDate(new Date(Math.floor(serverNow() / DAY_MS) * DAY_MS));
  const to = addMs(today, DAY_MS);
  return { from: addMs(to, -days[period] * DAY_MS), to };
}

/** `on 12 days: 2026-10-01 to 2026-10-11, 2026-10-20`. */
export function gapsText(ranges: readonly RateGap[]): string {
  const count = ranges.reduce(
    (sum, { from, to }) => sum + (Date.parse(to) - Date.parse(from)) / DAY_MS + 1,
    0,
  );
  const texts = ranges.map(({ from, to }) => (from === to ? from : `${from} to ${to}`));
  return `on ${formatCount(count, 'day')}: ${texts.join(', ')}`;
}
