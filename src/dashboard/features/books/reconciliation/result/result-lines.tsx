import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCircleCheck, IconMessage } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import type {
  ReconciledLine,
  Reconciliation,
  ReconciliationSummary,
} from '#contract/gateway/reconciliations.ts';
import { formatInteger } from '#domain/format.ts';
import { type ResultKind, resultKinds } from '#domain/reconciliation/lines.ts';
import { changeListQuery } from '#dashboard/lib/list-state.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { Pagination } from '#dashboard/ui/data-table/pagination.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { Badge } from '#dashboard/ui/status-badge.tsx';
import { TabLink } from '#dashboard/ui/tab-link.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import { describeDifference, kindLabels, kindMeanings, methodLabels } from '../reconciliation-labels.ts';
import { pageIn, pageState } from '#dashboard/lib/page-state.ts';
import { reconciliationQueries } from '../reconciliation.queries.ts';
import { ExportButtons } from './export-buttons.tsx';
import { KindBadge } from './kind-badge.tsx';
import classes from './result.module.css';
import { ResultSums } from './result-sums.tsx';

const LineDialog = lazy(async () => ({ default: (await import('./line-dialog.tsx')).LineDialog }));

type Props = { reconciliation: Reconciliation; summary: ReconciliationSummary };

/** The lines in tabs by what became of them, each tab with its sums. Opens with the first lines that don't match. */
export function ResultLines({ reconciliation, summary }: Props) {
  const [search] = useSearchParams();
  const kind = kindIn(search, summary);
  const page = pageIn(search);
  const [opened, setOpened] = useState<number>();
  const { data, error, refetch } = useQuery(
    // Lines of another tab must not be taken for those of this one, so none are shown meanwhile.
    reconciliationQueries.lines(reconciliation.reconciliation_id, kind, page),
  );
  const lines = (data?.rows ?? []).flatMap((row) => (row.isWhole ? [row.value] : []));
  const line = lines.find(({ number }) => number === opened);
  return (
    <>
      <Group justify="space-between" gap="8px 16px">
        <Tabs summary={summary} current={kind} search={search} />
        <ExportButtons reconciliation={reconciliation} />
      </Group>
      <ResultSums summary={summary} kind={kind} />
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonLines label="Loading lines" />}
      {data?.count === 0 && (
        <EmptyState icon={<IconCircleCheck size={20} />} title="No lines here">
          {kind === undefined
            ? 'Neither the file nor our books have a line in this period.'
            : `No line is ${kindLabels[kind].toLowerCase()}.`}
        </EmptyState>
      )}
      {lines.length > 0 && (
        <>
          <LinesTable lines={lines} onOpen={setOpened} />
          <Pagination page={pageState(search, page)} count={data?.count ?? null} shown={lines.length} />
        </>
      )}
      {line !== undefined && (
        <Suspense>
          <LineDialog
            reconciliationId={reconciliation.reconciliation_id}
            line={line}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The tab that the address names, or the first with lines that don't match; undefined for all lines. */
function kindIn(search: URLSearchParams, { counts }: ReconciliationSummary): ResultKind | undefined {
  const named = search.get('kind');
  if (named === null) return resultKinds.find((kind) => kind !== 'matched' && counts[kind] > 0);
  return resultKinds.find((kind) => kind === named);
}

type TabsProps = {
  summary: ReconciliationSummary;
  current: ResultKind | undefined;
  search: URLSearchParams;
};

function Tabs({ summary: { counts }, current, search }: TabsProps) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const linkTo = (kind: ResultKind | 'all') => ({ search: changeListQuery(search, { kind }) });
  return (
    <Group component="nav" gap="xs" aria-label="Results">
      <TabLink to={linkTo('all')} isCurrent={current === undefined}>
        All {formatInteger(all)}
      </TabLink>
      {resultKinds.map((kind) => (
        <TabLink key={kind} to={linkTo(kind)} isCurrent={current === kind}>
          {kindLabels[kind]} {formatInteger(counts[kind])}
        </TabLink>
      ))}
    </Group>
  );
}

type LinesProps = { lines: readonly ReconciledLine[]; onOpen: (number: number) => void };

function LinesTable({ lines, onOpen }: LinesProps) {
  return (
    <FramedTable title="Lines" isCaptionHidden isWhole isStacked>
      <thead>
        <tr>
          <th scope="col">
            <span aria-hidden>#</span>
            <span className="unseen">Result number</span>
          </th>
          <th scope="col">Result</th>
          <th scope="col">Our books</th>
          <th scope="col" data-align="end">
            Amount
          </th>
          <th scope="col">File</th>
          <th scope="col" data-align="end">
            Amount
          </th>
          <th scope="col">What we found</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <LineRow key={line.number} line={line} onOpen={() => onOpen(line.number)} />
        ))}
      </tbody>
    </FramedTable>
  );
}

function LineRow({ line, onOpen }: { line: ReconciledLine; onOpen: () => void }) {
  const { number, kind, ours, theirs, notes, is_resolved: isResolved } = line;
  return (
    <tr>
      <th scope="row">
        <button type="button" className={classes['line']} onClick={onOpen}>
          <span className="unseen">Open result </span>
          {formatInteger(number)}
        </button>
      </th>
      <td data-label="Result" className={classes['kind']}>
        <KindBadge kind={kind} />
        {isResolved && (
          <Badge tone="positive" icon={IconCircleCheck}>
            Resolved
          </Badge>
        )}
        {!isResolved && notes.length > 0 && (
          <Badge tone="neutral" icon={IconMessage}>
            {formatInteger(notes.length)}
          </Badge>
        )}
      </td>
      <td data-label="Our books">
        {ours !== null && (
          <>
            <Time value={ours.at} />
            <Text c="dimmed" size="xs">
              {ours.references.at(-1)}
            </Text>
          </>
        )}
      </td>
      <td data-align="end" data-label="Our amount">
        {ours !== null && <Amount value={ours.amount} currency={ours.currency} sign="+" />}
      </td>
      <td data-label="File">
        {theirs !== null && (
          <>
            <Time value={theirs.at} />
            <Text c="dimmed" size="xs">
              Line {formatInteger(theirs.line)}
              {theirs.reference !== null && `, ${theirs.reference}`}
            </Text>
          </>
        )}
      </td>
      <td data-align="end" data-label="File’s amount">
        {theirs !== null && <Amount value={theirs.amount} currency={theirs.currency} sign="+" />}
      </td>
      <td data-label="What we found">
        <Finding line={line} />
      </td>
    </tr>
  );
}

/** What differs, or by what the two were found to be the same. */
export function Finding({ line }: { line: ReconciledLine }) {
  const { kind, method, differences, is_ambiguous: isAmbiguous, duplicate_of: duplicateOf } = line;
  return (
    <ul className={classes['differences']}>
      {differences.map((difference) => (
        <li key={difference.field}>{describeDifference(difference)}</li>
      ))}
      {duplicateOf !== null && <li>Says the same as line {formatInteger(duplicateOf)} of the file</li>}
      {method === null ? (
        duplicateOf === null && <li>{kindMeanings[kind]}</li>
      ) : (
        <li>
          <Text c="dimmed" inherit span>
            Matched by {methodLabels[method].toLowerCase()}
            {isAmbiguous && '. Other lines fit as well: the nearest in time was taken'}
          </Text>
        </li>
      )}
    </ul>
  );
}
