import { Box, Stack, Text } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { type StatementFile, statementFiles } from '#contract/gateway/statement-files.ts';
import { isWhole, partLabel } from '#contract/gateway/statement-part.ts';
import { formatCount } from '#domain/format.ts';
import type { Instant } from '#domain/time.ts';
import { dateOf } from '#dashboard/lib/period-text.ts';
import { zoneName } from '#dashboard/lib/zoned-time.ts';
import { usePermission, useSession } from '#dashboard/session/session.queries.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Pagination } from '#dashboard/ui/data-table/pagination.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { PermittedLink } from '#dashboard/ui/permitted-link.tsx';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { BooksTabs } from '../books-tabs.tsx';
import { reportLabels } from '../schedules/schedule-labels.ts';
import { ScheduledReports } from '../schedules/scheduled-reports.tsx';
import { pageIn, pageState } from '#dashboard/lib/page-state.ts';
import { TwoLines } from '../two-lines.tsx';
import { filePeriod, formatBytes, formatLabels, progressText } from './file-labels.ts';
import { filePath, filesQuery, isInProgress, schedulesQuery } from './statement-files.queries.ts';

export function loader(queryClient: QueryClient, url: string): void {
  void queryClient.prefetchQuery(filesQuery(pageIn(new URL(url).searchParams)));
  void queryClient.prefetchQuery(schedulesQuery());
}

/** The files of the books that were requested or scheduled in the last year, and what is scheduled. */
export function Component() {
  const [search] = useSearchParams();
  const page = pageIn(search);
  const { mode } = useSession();
  const files = useQuery({ ...filesQuery(page), placeholderData: keepPreviousData });
  const schedules = useQuery(schedulesQuery());
  const error = files.error ?? schedules.error;
  const retry = () => {
    void files.refetch();
    void schedules.refetch();
  };
  // Together, so that nothing moves when the other arrives.
  const data = files.data && schedules.data && { ...files.data, ...schedules.data };
  return (
    <Page>
      <BooksTabs />
      <Text c="dimmed" mb="md">
        {mode === 'remote'
          ? 'Statements that someone in this account downloaded.'
          : 'Statements that someone in this account downloaded, and scheduled reports.'}{' '}
        They are kept for a year, so that you can compare them with the copies you sent.
      </Text>
      {data !== undefined && error !== null && <FailureAlert error={error} onRetry={retry} />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={retry} />}
      {data === undefined && error === null && <SkeletonLines label="Loading files" />}
      {data !== undefined && data.schedules.length > 0 && (
        <Box mb="lg">
          <ScheduledReports schedules={data.schedules} />
        </Box>
      )}
      {data?.count === 0 && (
        <EmptyState icon={<IconFileSpreadsheet size={20} />} title="No files yet">
          {mode === 'remote'
            ? 'Open a statement and choose Download.'
            : 'Open a statement and choose Download, or a report and choose Schedule.'}
        </EmptyState>
      )}
      {data !== undefined && data.files.length > 0 && <Files files={data.files} />}
      {data !== undefined && data.count > data.files.length && (
        <Pagination page={pageState(search, page)} count={data.count} shown={data.files.length} />
      )}
    </Page>
  );
}

function Files({ files }: { files: readonly StatementFile[] }) {
  return (
    <FramedTable title="Files" isCaptionHidden isStacked isWhole>
      <thead>
        <tr>
          <th scope="col">Period</th>
          <th scope="col">File</th>
          <th scope="col">Requested</th>
          <th scope="col">As of</th>
          <th scope="col">Status</th>
          <th scope="col">SHA-256</th>
          <th scope="col">
            <span className="unseen">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <FileRow key={file.id} file={file} />
        ))}
      </tbody>
    </FramedTable>
  );
}

function FileRow({ file }: { file: StatementFile }) {
  const maySave = usePermission(
    file.report === 'counterparties'
      ? { ...statementFiles.downloadStatementFile, otherPermission: 'transactions:read' }
      : statementFiles.downloadStatementFile,
  );
  const period = filePeriod(file);
  return (
    <tr>
      <th scope="row">
        <TwoLines note={zoneName(file.time_zone)}>{period}</TwoLines>
      </th>
      <td data-label="File">
        <TwoLines note={contentLabel(file)} miw={104}>
          {formatLabels[file.format]}
          {file.bytes !== null && `, ${formatBytes(file.bytes)}`}
        </TwoLines>
      </td>
      <td data-label="Requested">
        <TwoLines note={authorText(file)}>
          <CopyableTime value={file.requested_at} />
        </TwoLines>
      </td>
      <td data-label="As of">
        <CopyableTime value={file.as_of} />
      </td>
      <td data-label="Status">
        <State file={file} />
      </td>
      <td data-label="SHA-256">{file.sha256 !== null && <Address value={file.sha256} what="SHA-256" />}</td>
      <td data-align="end">
        {file.state === 'ready' && (
          <PermittedLink
            permission={maySave}
            to={filePath(file)}
            reloadDocument
            download
            variant="default"
            size="compact-sm"
            aria-label={`Download ${file.name}`}
            leftSection={<IconDownload size={14} aria-hidden />}
          >
            Download
          </PermittedLink>
        )}
      </td>
    </tr>
  );
}

function authorText({ requested_by: name, scheduled_at: at, time_zone: zone }: StatementFile): string {
  const author = name ?? 'an API key';
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server writes instants.
  return at === null ? author : `scheduled ${dateOf(at as Instant, zone)} by ${author}`;
}

function contentLabel({ report, source, part, with_entries: withEntries, entries }: StatementFile): string {
  if (source === 'provider') return 'Provider statement';
  if (report !== null) return `${reportLabels[report]} report`;
  const statement = isWhole(part) ? 'Statement' : `Statement of only ${partLabel(part)}`;
  if (!withEntries) return statement;
  return entries === null
    ? `${statement}, with entries`
    : `${statement}, with ${formatCount(entries, 'entry', 'entries')}`;
}

function State({ file }: { file: StatementFile }) {
  if (!isInProgress(file)) {
    return (
      <Stack gap={4} align="flex-start">
        <StatusBadge status={file.state} />
        {file.failure !== null && (
          <Text size="xs" maw={320}>
            {file.failure}
          </Text>
        )}
        {file.retry_at !== null && (
          <Text size="xs">
            Next try: <CopyableTime value={file.retry_at} />
          </Text>
        )}
      </Stack>
    );
  }
  return (
    <Stack gap={4} miw={140}>
      <span>{progressText(file)}</span>
      <ProgressBar
        label={`Progress of ${formatLabels[file.format]}`}
        value={file.entries === null ? undefined : file.entries_done}
        max={file.entries ?? undefined}
      />
    </Stack>
  );
}
