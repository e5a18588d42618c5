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
