import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Group, Stack } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { lazy, Suspense, useDeferredValue } from 'react';
import { Link, useSearchParams } from 'react-router';
import { isWhole, partLabel, rowsOfPart } from '#contract/gateway/statement-part.ts';
import type { Statement } from '#contract/gateway/statements.ts';
import { formatCount, formatEvery } from '#domain/format.ts';
import { type Instant, instantFromDate } from '#domain/time.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { timeZone, useTimeZone } from '#dashboard/lib/time-zone.ts';
import { zoneName } from '#dashboard/lib/zoned-time.ts';
import { useSession } from '#dashboard/session/session.queries.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { ValueSelect } from '#dashboard/entities/value/values.tsx';
import { RefreshButton } from '#dashboard/ui/refresh-button.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { networkKeyLabel, typeLabel } from '#dashboard/entities/balances/balance-labels.ts';
import { BooksTabs } from '../books-tabs.tsx';
import { ClosedNote } from '../periods/closed-note.tsx';
import { closesQuery } from '../periods/periods.queries.ts';
import { DownloadButton } from '../files/download-button.tsx';
import { useDownload } from '../files/use-download.tsx';
import { AsOf } from './as-of.tsx';
import { FilterControls } from './filter-controls.tsx';
import { PeriodControls } from './period-controls.tsx';
import { entriesPath } from './entries-path.ts';
import { parseStatementFilters, type StatementFilters } from './statement-filters.ts';
import { faultsOf, type StatementFault, statementByCurrency } from './statement-lines.ts';
import {
  formatPeriod,
  momentsOfPeriod,
  parseStatementUrl,
  type StatementPeriod,
} from './statement-period.ts';
import { StatementTable } from './statement-table.tsx';
import { CurrencyValue, StatementValue } from './statement-value.tsx';
import classes from './statement.module.css';
import { statementQuery } from './statement.queries.ts';

const ProviderStatementView = lazy(async () => ({
  default: (await import('./provider-statement.tsx')).ProviderStatementView,
}));

const docPath = '/help/statements';

const currentMoment = () => instantFromDate(new Date(serverNow()));

export function loader(queryClient: QueryClient, url: string): void {
  const now = currentMoment();
  const { iana } = timeZone();
  const search = new URL(url).searchParams;
  const moments = momentsOfPeriod(parseStatementUrl(search, now, iana), iana);
  if (moments.from >= now) return;
  void queryClient.prefetchQuery(statementQuery(moments, parseStatementFilters(search)));
  void queryClient.prefetchQuery(closesQuery({ ...moments, limit: 300 }));
}

/** What a period began with, what moved in it, and what it ended with. */
export function Component() {
  const [search] = useSearchParams();
  const { iana } = useTimeZone();
  const now = currentMoment();
  const { mode } = useSession();
  const period = parseStatementUrl(search, now, iana);
  const filters = parseStatementFilters(search);
  return (
    <Page>
      <BooksTabs />
      <PeriodControls period={period} filters={filters} now={now} />
      {mode !== 'remote' && <FilterControls period={period} filters={filters} />}
      {momentsOfPeriod(period, iana).from < now ? (
        <Loaded period={period} filters={filters} iana={iana} />
      ) : (
        <EmptyState icon={<IconScale size={20} />} title="Nothing booked yet">
          This period is still to come. Choose an earlier one.
        </EmptyState>
      )}
    </Page>
  );
}

type LoadedProps = { period: StatementPeriod; filters: StatementFilters; iana: string };

function Loaded({ period, filters, iana }: LoadedProps) {
  const moments = momentsOfPeriod(period, iana);
  const { data, error, isFetching, refetch } = useQuery(statementQuery(moments, filters));
  const closes = useQuery(closesQuery({ ...moments, limit: 300 }));
  const retry = () => void refetch();
  // Together, so that nothing moves down once it is known whether the period is closed. Hundreds of amounts are then
  // drawn without holding up keys and clicks in one long task.
  const isRead = useDeferredValue(data !== undefined && !closes.isPending);
  if (data === undefined || !isRead) {
    if (error !== null) return <ErrorState error={error} onRetry={retry} />;
    return <SkeletonLines label="Loading statement" />;
  }
  if (data === null) {
    return (
      <Suspense fallback={<SkeletonLines label="Loading statement" />}>
        <ProviderStatementView period={momentsOfPeriod(period, iana)} iana={iana} />
      </Suspense>
    );
  }
  return (
    <>
      {error !== null && <FailureAlert error={error} onRetry={retry} />}
      {closes.data && <ClosedNote periods={closes.data.periods} {...moments} />}
      <Shown
        statement={{ ...data, rows: rowsOfPart(data.rows, filters) }}
        period={period}
        filters={filters}
        iana={iana}
        isReading={isFetching}
        onRefresh={retry}
      />
    </>
  );
}

type ShownProps = LoadedProps & { statement: Statement; isReading: boolean; onRefresh: () => void };

function Shown({ statement, period, filters, iana, isReading, onRefresh }: ShownProps) {
  const moments = momentsOfPeriod(period, iana);
  const download = useDownload({ moments, filters, iana });
  const currencies = statementByCurrency(statement.rows);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server writes instants.
  const asOf = statement.as_of as Instant;
  const faults = faultsOf(currencies, { isWhole: isWhole(filters) });
  const isOver = asOf === moments.to;
  if (currencies.length === 0) {
    return (
      <EmptyState icon={<IconScale size={20} />} title="No funds in this period">
        {isWhole(filters) ? 'The account' : 'What you chose'} had no funds in {formatPeriod(period, iana)},
        and none moved.
      </EmptyState>
    );
  }
  return (
    <>
      <Group gap="8px 16px" justify="space-between" mih={32} fz="sm">
        <AsOf at={asOf} iana={iana} />
        <Group gap="8px 12px">
          <ValueSelect />
          <DownloadButton part={partLabel(filters)} hasEntries onRequest={download.request} />
          {!isOver && <RefreshButton isReading={isReading} onRefresh={onRefresh} />}
        </Group>
      </Group>
      {download.status}
      <Conclusion faults={faults} />
      <StatementValue currencies={currencies} from={moments.from} asOf={asOf} />
      <Stack gap="xl">
        {currencies.map((one) => (
          <StatementTable
            key={one.currency}
            {...one}
            linkTo={(figure, place) =>
              entriesPath(figure, { from: moments.from, asOf }, { ...filters, ...place })
            }
            beside={<CurrencyValue statement={one} from={moments.from} asOf={asOf} />}
          />
        ))}
      </Stack>
      <About
        rows={currencies.reduce((count, { lines }) => count + lines.length, 0)}
        isRight={faults.length === 0}
        iana={iana}
      />
    </>
  );
}

/** Whether the statement adds up: computed from the amounts on the screen. */
function Conclusion({ faults }: { faults: StatementFault[] }) {
  if (faults.length === 0) return null;
  return (
    <Alert tone="negative" role="alert">
      {formatCount(faults.length, 'amount')} {faults.length === 1 ? 'doesn’t' : 'don’t'} add up. Don’t use
      this statement, and check the ledger:
      <ul>
        {faults.map(({ currency, line, difference }) => (
          <li key={line?.key ?? currency}>
            {line === undefined
              ? `${currency} collected between places adds up to ${difference}, not to 0.`
              : `${currency}, ${typeLabel(line.type)}, ${networkKeyLabel(line.network)}: opening plus movements is ${difference} more than closing.`}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

type AboutProps = { rows: number; isRight: boolean; iana: string };

/** What the statement counts, and what was checked. */
function About({ rows, isRight, iana }: AboutProps) {
  return (
    <section aria-label="About this statement" className={classes['about']}>
      {isRight && (
        <p>Opening plus movements equals closing in {formatEvery(rows, 'row')}, to the last digit.</p>
      )}
      <p>
        Entries count by booking time, which is when they were posted to the ledger, in days of{' '}
        {zoneName(iana)}. A late booking belongs to the day it was booked, so earlier statements stay as they
        are. Funds on hold and in transit are included. <Link to={docPath}>About statements</Link>
      </p>
    </section>
  );
}
