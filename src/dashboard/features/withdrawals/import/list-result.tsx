import { Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { pluralize } from '#domain/format.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { PermittedButton } from '#dashboard/ui/permitted-link.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { notifyFailure } from '#dashboard/ui/notify.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { saveExport } from '#dashboard/list/export/save-export.ts';
import { unknownOutcomesPath, withdrawalPath } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import classes from './import-list.module.css';
import { resultsAsCsv } from './list-file.ts';
import { listResults, type Outcome, tallyOf, formatTally } from './run-list.ts';
import { problemsOf } from './row-labels.ts';
import { RequestLink, RowTable } from './row-table.tsx';
import type { ScreenedRow } from './screen-list.ts';
import type { CheckedList } from './use-list-check.ts';

type Props = {
  checked: CheckedList;
  outcomes: ReadonlyMap<number, Outcome>;
  onRetry: (rows: readonly ScreenedRow[]) => void;
  /** Looks up rows again whose outcome is unknown. */
  onCheck: (rows: readonly ScreenedRow[]) => Promise<void>;
  /** Starts over, with these pasted rows to edit. */
  onBack: (rowsToEdit: string) => void;
};

/** The outcome of each row. Only all of them submitted is a success. */
export function ListResult({ checked, outcomes, onRetry, onCheck, onBack }: Props) {
  const { ready, made, wrong } = checked.list;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const outcomeOf = ({ line }: ScreenedRow): Outcome => outcomes.get(line) ?? { state: 'untried' };
  const left = ready.filter((row) => outcomeOf(row).state !== 'made');
  const open = left.filter((row) => outcomeOf(row).state === 'open');
  const sendable = left.filter((row) => outcomeOf(row).state !== 'open');
  const isTried = sendable.some((row) => outcomeOf(row).state !== 'untried');
  const check = useMutation({ mutationFn: onCheck });
  const mayExport = usePermission('exports:create');
  const requested = ready.flatMap((row) => {
    const outcome = outcomeOf(row);
    return outcome.state === 'made' ? [{ ...row, outcome }] : [];
  });
  const isWhole = left.length === 0 && wrong.length === 0;
  const hasRowsToEdit = checked.isPasted && !isWhole;
  const others = [
    ...(made.length > 0 ? [`${made.length} already submitted`] : []),
    ...(wrong.length > 0 ? [`${wrong.length} skipped`] : []),
  ];
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        Import results
      </h2>
      <Alert tone={isWhole ? 'positive' : 'warning'} role={isWhole ? 'status' : 'alert'}>
        {[formatTally(tallyOf(ready.map(outcomeOf))), ...others].join(', ')}.
      </Alert>
      {open.length > 0 && (
        <Alert tone="warning">
          Rows with an unknown outcome may have been submitted, so they won’t be sent again. The console keeps
          checking them. See <Link to={unknownOutcomesPath}>Withdrawals with unknown outcome</Link>.
        </Alert>
      )}
      {check.error !== null && <FailureAlert error={check.error} />}
      {open.length > 0 && (
        <RowTable
          title={`Outcome unknown: ${open.length}`}
          rows={open}
          last={{ head: 'Reason', of: (row) => reasonOf(outcomeOf(row)), tone: 'negative' }}
        />
      )}
      {sendable.length > 0 && (
        <RowTable
          title={`Not submitted: ${sendable.length}`}
          rows={sendable}
          last={{ head: 'Reason', of: (row) => reasonOf(outcomeOf(row)), tone: 'negative' }}
        />
      )}
      {wrong.length > 0 && (
        <RowTable
          title={`Skipped: ${wrong.length}`}
          rows={wrong}
          last={{ head: 'Problem', of: problemsOf, tone: 'negative' }}
        />
      )}
      {requested.length > 0 && (
        <RowTable
          title={`Submitted: ${requested.length}`}
          rows={requested}
          last={{ head: 'Request', of: requestOf }}
        />
      )}
      <Group gap="sm" align="stretch" className={classes['buttons']} data-end>
        <PermittedButton
          permission={mayExport}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() =>
            saveExport({
              name: `results-${checked.fileName.replace(/\.csv$/i, '').slice(0, 100)}.csv`,
              blob: new Blob([resultsAsCsv(listResults(checked.list, outcomes))], { type: 'text/csv' }),
              list: 'withdrawal-import',
              filters: {},
              rows: listResults(checked.list, outcomes).length,
            }).catch((error: Error) => notifyFailure('The results couldn’t be saved', error))
          }
        >
          Download results
        </PermittedButton>
        <Button variant="default" onClick={() => onBack(hasRowsToEdit ? checked.text : '')}>
          {hasRowsToEdit ? 'Edit rows' : 'Choose another file'}
        </Button>
        {open.length > 0 && (
          <Button variant="default" loading={check.isPending} onClick={() => check.mutate(open)}>
            Check {open.length} {pluralize(open.length, 'row')} again
          </Button>
        )}
        {sendable.length > 0 && (
          <Button onClick={() => onRetry(sendable)}>
            {isTried
              ? `Try ${sendable.length} ${pluralize(sendable.length, 'row')} again`
              : `Send the other ${sendable.length}`}
          </Button>
        )}
      </Group>
    </>
  );
}

type RequestedRow = ScreenedRow & { outcome: Outcome & { state: 'made' } };

function requestOf({ outcome, body }: RequestedRow) {
  return (
    <RequestLink to={withdrawalPath(outcome.requestId)} externalId={body.external_id}>
      {outcome.isEarlier && (
        <Text c="dimmed" size="xs">
          already submitted in another tab or by someone else
        </Text>
      )}
    </RequestLink>
  );
}

function reasonOf(outcome: Outcome): string {
  if (outcome.state === 'untried') return 'Not tried';
  if (outcome.state === 'unknown') return `Outcome unknown: ${outcome.reason}`;
  return 'reason' in outcome ? outcome.reason : '';
}
