import { BooksTabs } from '../books-tabs.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Text } from '@mantine/core';
import { IconArrowsDiff, IconColumns3, IconPlus } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { lazy, Suspense, useState } from 'react';
import { createReconciliation, type Reconciliation } from '#contract/gateway/reconciliations.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { Pagination } from '#dashboard/ui/data-table/pagination.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { PermittedLink } from '#dashboard/ui/permitted-link.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import { pageIn, pageState } from '#dashboard/lib/page-state.ts';
import { formatDays } from './period-days.ts';
import { newReconciliationPath, resultPath } from './reconciliation-paths.ts';
import { reconciliationQueries } from './reconciliation.queries.ts';
import { Standing } from './standing.tsx';

const MappingsDialog = lazy(async () => ({
  default: (await import('./mappings-dialog.tsx')).MappingsDialog,
}));

/** The account’s reconciliations, newest first. */
export function ReconciliationList() {
  const [search] = useSearchParams();
  const mayCreate = usePermission(createReconciliation);
  const page = pageIn(search);
  const { data, error, refetch } = useQuery({
    ...reconciliationQueries.list(page),
    placeholderData: keepPreviousData,
  });
  const retry = () => void refetch();
  const action = (
    <PermittedLink
      to={newReconciliationPath}
      permission={mayCreate}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      New reconciliation
    </PermittedLink>
  );
  if (data === undefined) {
    return (
      <Page actions={action}>
        <BooksTabs />
        {error === null ? (
          <SkeletonLines label="Loading reconciliations" />
        ) : (
          <ErrorState error={error} onRetry={retry} />
        )}
      </Page>
    );
  }
  if (data.count === 0) {
    return (
      <Page>
        <BooksTabs />
        <EmptyState icon={<IconArrowsDiff size={20} />} title="No reconciliations yet" action={action}>
          Compare a CSV file of your own books, or an export of an explorer, with the ledger, the lists and
          the balances.
        </EmptyState>
      </Page>
    );
  }
  const rows = data.rows.flatMap((row) => (row.isWhole ? [row.value] : []));
  return (
    <Page
      hasManyActions
      actions={
        <>
          <SavedColumnsButton />
          {action}
        </>
      }
    >
      <BooksTabs />
      {error !== null && <FailureAlert error={error} onRetry={retry} />}
      <FramedTable title="Reconciliations" isCaptionHidden isWhole isStacked>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Result</th>
            <th scope="col">Period</th>
            <th scope="col">File</th>
            <th scope="col">Requested</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ReconciliationRow key={row.reconciliation_id} row={row} />
          ))}
        </tbody>
      </FramedTable>
      <Pagination page={pageState(search, page)} count={data.count} shown={rows.length} />
    </Page>
  );
}

function SavedColumnsButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconColumns3 size={16} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Saved columns
      </Button>
      {isOpen && (
        <Suspense>
          <MappingsDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function ReconciliationRow({ row }: { row: Reconciliation }) {
  const { iana } = useTimeZone();
  return (
    <tr>
      <th scope="row">
        <Link to={resultPath(row.reconciliation_id)}>{row.name}</Link>
      </th>
      <td data-label="Result">
        <Standing reconciliation={row} />
      </td>
      <td data-label="Period">
        {formatDays(row, iana)}
        <Text c="dimmed" size="xs">
          {row.currency ?? 'All currencies'}
        </Text>
      </td>
      <td data-label="File">{row.file_name}</td>
      <td data-label="Requested">
        <Time value={row.as_of} />
        {row.created_by !== null && (
          <Text c="dimmed" size="xs">
            {row.created_by}
          </Text>
        )}
      </td>
    </tr>
  );
}
