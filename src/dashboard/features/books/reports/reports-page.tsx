import { BooksTabs } from '../books-tabs.tsx';
import { type QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { Group, Stack } from '@mantine/core';
import { IconChartBar, IconDownload, IconScale } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Permission } from '#contract/permissions.ts';
import { previousPeriod } from '#domain/reports/report-days.ts';
import { reportNames } from '#domain/reports/report.ts';
import { type Instant, instantFromDate } from '#domain/time.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { timeZone, useTimeZone } from '#dashboard/lib/time-zone.ts';
import { useChangeAddress } from '#dashboard/lib/use-change-address.ts';
import { zoneName } from '#dashboard/lib/zoned-time.ts';
import { viewOf } from '#dashboard/list/filter-labels.ts';
import { SavedViews } from '#dashboard/list/saved-views/saved-views.tsx';
import { usePermission, useSession } from '#dashboard/session/session.queries.ts';
import { BarChart } from '#dashboard/ui/bar-chart/bar-chart.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import { NotSupported } from '#dashboard/ui/not-supported.tsx';
import { notifyFailure } from '#dashboard/ui/notify.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { PermittedButton } from '#dashboard/ui/permitted-link.tsx';
import { RefreshButton } from '#dashboard/ui/refresh-button.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { TabLink } from '#dashboard/ui/tab-link.tsx';
import { PeriodChoice } from '../period-choice.tsx';
import { reportLabels } from '../schedules/schedule-labels.ts';
import { ScheduleButton } from '../schedules/schedule-button.tsx';
import { formatPeriod, momentsOfPeriod } from '../statement/statement-period.ts';
import { formatReportUrl, parseReportUrl, periodOf, type ReportAddress } from './report-address.ts';
import { reportTexts } from './report-notes.ts';
import { monthsOf, reportRanges } from './report-period.ts';
import { ReportTableView } from './report-table.tsx';
import type { ReportContext, ReportData, ReportView } from './report-view.ts';
import { viewOfReport } from './reports.ts';
import { reportQuery } from './report.queries.ts';
import classes from './reports.module.css';

const CounterpartyTable = lazy(async () => ({
  default: (await import('./counterparty-table.tsx')).CounterpartyTable,
}));

const docPath = '/help/reports';

const currentMoment = () => instantFromDate(new Date(serverNow()));

const neededFor = ({ report }: ReportAddress): Permission =>
  report === 'counterparties' ? 'transactions:read' : 'balances:read';

function contextOf(address: ReportAddress, now: Instant, iana: string): ReportContext {
  const period = periodOf(address, now, iana);
  const named = (days: typeof period) => ({ name: formatPeriod(days, iana), ...momentsOfPeriod(days, iana) });
  return {
    period: named(period),
    previous: named(previousPeriod(period)),
    months: monthsOf(period, now, iana),
    chosen: address.chosen,
  };
}

export function loader(queryClient: QueryClient, url: string): void {
  const address = parseReportUrl(new URL(url).searchParams);
  const context = contextOf(address, currentMoment(), timeZone().iana);
  if (context.months.length > 0) void queryClient.prefetchQuery(reportQuery(address.report, context));
}

/** Fees, flows, exchanges and counterparties of a period, from the ledger. */
export function Component() {
  const [search] = useSearchParams();
  const { iana } = useTimeZone();
  const now = currentMoment();
  const address = parseReportUrl(search);
  const context = contextOf(address, now, iana);
  const permission = usePermission(neededFor(address));
  return (
    <Page>
      <BooksTabs />
      <Controls address={address} now={now} iana={iana} />
      {!permission.allowed ? (
        <NoPermission lacking={permission.lacking} />
      ) : context.months.length === 0 ? (
        <EmptyState icon={<IconScale size={20} />} title="Nothing booked yet">
          This period is still to come. Choose an earlier one.
        </EmptyState>
      ) : (
        <Loaded address={address} context={context} iana={iana} isOver={context.period.to <= now} />
      )}
    </Page>
  );
}

type ControlsProps = { address: ReportAddress; now: Instant; iana: string };

/** Which report, of which period; and those that were saved. */
function Controls({ address, now, iana }: ControlsProps) {
  const [search] = useSearchParams();
  const changeAddress = useChangeAddress();
  const linkTo = (change: Partial<ReportAddress>) => ({ search: formatReportUrl({ ...address, ...change }) });
  const period = periodOf(address, now, iana);
  return (
    <>
      <Group gap="8px 16px" justify="space-between">
        <Group component="nav" gap={4} aria-label="Report">
          {reportNames.map((report) => (
            <TabLink
              key={report}
              to={linkTo({ report, chosen: undefined })}
              isCurrent={report === address.report}
            >
              {reportLabels[report]}
            </TabLink>
          ))}
        </Group>
        <SavedViews
          list="reports"
          allLabel="Fees of last month"
          search={viewOf(search)}
          onApply={(view) => void changeAddress({ search: view === '' ? '' : `?${view}` })}
        />
      </Group>
      <PeriodChoice
        period={period}
        quick={reportRanges.map(({ name, label }) => ({
          label,
          to: linkTo({ when: name }),
          isCurrent: address.when === name,
        }))}
        linkTo={(when) => linkTo({ when })}
      />
    </>
  );
}

type LoadedProps = { address: ReportAddress; context: ReportContext; iana: string; isOver: boolean };

function Loaded({ address, context, iana, isOver }: LoadedProps) {
  const { data, error, isFetching, refetch } = useQuery(reportQuery(address.report, context));
  const retry = () => void refetch();
  if (data === undefined) {
    if (error !== null) return <ErrorState error={error} onRetry={retry} />;
    return <SkeletonLines label="Loading report" />;
  }
  if (data === null) {
    return (
      <NotSupported message="Reports add up ledger entries, and this provider shows its ledger to no one. Its transactions and exchanges are in their lists." />
    );
  }
  const view = viewOfReport(data, context);
  return (
    <>
      {error !== null && <FailureAlert error={error} onRetry={retry} />}
      {view === undefined ? (
        <EmptyState icon={<IconChartBar size={20} />} title="Nothing to report">
          {reportTexts[address.report].empty} Choose another period.
        </EmptyState>
      ) : (
        <>
          <Group gap="8px 16px" justify="space-between" mih={32} fz="sm">
            <span>
              {context.period.name}, compared with {context.previous.name}
              {isOver ? '' : '. This period isn’t over yet.'}
            </span>
            <Group gap="8px 12px">
              <ScheduleButton key={address.report} report={address.report} />
              <ExportButton data={data} address={address} context={context} iana={iana} />
              {!isOver && <RefreshButton isReading={isFetching} onRefresh={retry} />}
            </Group>
          </Group>
          <Report view={view} address={address} />
          <About address={address} iana={iana} />
        </>
      )}
    </>
  );
}

type ReportProps = { view: ReportView; address: ReportAddress };

function Report({ view, address }: ReportProps) {
  const { overview, comparison, chart, detail, chosen } = view;
  return (
    <Stack gap="lg">
      <ReportTableView
        table={overview}
        chosen={chosen}
        choose={(name) => ({ search: formatReportUrl({ ...address, chosen: name }) })}
      />
      <figure className={classes['chart']}>
        <BarChart
          bars={chart.bars}
          sides={chart.sides}
          axis={{ isLong: chart.isLong, labelOf: (index) => chart.bars[index]?.axis ?? '' }}
          label={`${chart.label}. The table “${detail.title}” has the same figures.`}
        />
      </figure>
      {address.report === 'counterparties' ? (
        <Suspense fallback={<SkeletonLines label="Loading counterparties" />}>
          <CounterpartyTable table={detail} />
        </Suspense>
      ) : (
        <ReportTableView table={detail} />
      )}
      <ReportTableView table={comparison} />
    </Stack>
  );
}

/** What the report counts. */
function About({ address: { report }, iana }: { address: ReportAddress; iana: string }) {
  return (
    <section aria-label="About this report" className={classes['about']}>
      {reportTexts[report].notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <p>
        Entries count by booking time, in months of {zoneName(iana)}. Currencies are never added up with each
        other. <Link to={docPath}>About reports</Link>
      </p>
    </section>
  );
}

type ExportProps = { data: ReportData; address: ReportAddress; context: ReportContext; iana: string };

function ExportButton({ data, address, context, iana }: ExportProps) {
  const mayExport = usePermission('exports:create');
  const session = useSession();
  const saving = useMutation({
    mutationFn: async () => {
      const { saveReport } = await import('./report-file.ts');
      const exportedAt = new Date(serverNow());
      const period = periodOf(address, instantFromDate(exportedAt), iana);
      await saveReport({ data, context, period, zone: iana, session, exportedAt });
    },
  });
  return (
    <PermittedButton
      permission={mayExport}
      variant="default"
      size="compact-sm"
      leftSection={<IconDownload size={14} aria-hidden />}
      loading={saving.isPending}
      onClick={() =>
        saving.mutate(undefined, {
          onError: (error) => notifyFailure('The report couldn’t be exported', error),
        })
      }
    >
      Download CSV
    </PermittedButton>
  );
}
