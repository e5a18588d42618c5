import { importBookEntries } from '#contract/gateway/address-book.ts';
import { formatCount } from '#domain/format.ts';
import { Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import { readTextFile } from '#dashboard/lib/files.ts';
import { Button } from '#dashboard/ui/button.tsx';
import dialog from '#dashboard/ui/dialog.module.css';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { usePermission, useSession } from '#dashboard/session/session.queries.ts';
import { bookPath } from '#dashboard/entities/address-book/book-paths.ts';
import { bookQueries } from '#dashboard/entities/address-book/address-book.queries.ts';
import { ImportResult } from './import-result.tsx';
import { type ImportPlan, planImport, type PlannedRow } from './plan-import.ts';
import { type ImportLine, formatTally, useImport } from './run-import.ts';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FileDrop } from '#dashboard/ui/file-drop.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { ImportTable } from './import-table.tsx';

const mostBytes = 5_000_000;

/** Adds the addresses of a CSV file: a preview, the progress, and each row's outcome. */
export function ImportDialog() {
  const mayWrite = usePermission(importBookEntries);
  return mayWrite.allowed ? (
    <Import />
  ) : (
    <RouteDialog title="Import addresses" closeTo={bookPath}>
      <NoPermission lacking={mayWrite.lacking} act="change" />
    </RouteDialog>
  );
}

function addressesIn(plan: ImportPlan): string[] {
  return plan.ok ? plan.rows.flatMap((row) => (row.state === 'ready' ? row.entry.address : [])) : [];
}

function Import() {
  const { limits } = useSession();
  const close = useCloseDialog(bookPath);
  const queryClient = useQueryClient();
  const { outcomes, isRunning, isStopping, run, stop, forget } = useImport();
  const reading = useMutation({
    mutationFn: async (file: File) => {
      const read = await readTextFile(file, mostBytes);
      if (!read.ok) return { name: file.name, plan: read };
      const addresses = addressesIn(planImport(read.text, []));
      const entries = await queryClient.fetchQuery({ ...bookQueries.known({ addresses }), staleTime: 0 });
      return { name: file.name, plan: planImport(read.text, entries, limits) };
    },
  });
  const { name = '', plan } = reading.data ?? {};

  const content = (asks: boolean) => {
    if (plan?.ok !== true) {
      return (
        <ChooseFile
          isReading={reading.isPending}
          refusal={plan?.reason}
          error={reading.error}
          onFile={(file) => reading.mutate(file)}
        />
      );
    }
    if (isRunning) {
      const wanted = plan.rows.filter(({ state }) => state === 'ready').length;
      return (
        <Stack gap="lg">
          <ProgressBar label="Rows sent" value={outcomes.size} max={wanted} />
          <Text size="sm">
            <strong>
              {outcomes.size} of {wanted}
            </strong>{' '}
            sent: {formatTally(outcomes.values())}
          </Text>
          {!asks && (
            <div className={dialog['footer']}>
              <Button variant="default" loading={isStopping} onClick={stop}>
                Stop
              </Button>
            </div>
          )}
        </Stack>
      );
    }
    if (outcomes.size > 0) {
      return <ImportResult rows={plan.rows} outcomes={outcomes} onRetry={run} onClose={() => close()} />;
    }
    return (
      <ImportPreview
        fileName={name}
        plan={plan}
        onImport={run}
        onOtherFile={() => {
          forget();
          reading.reset();
        }}
      />
    );
  };
  return (
    <TaskDialog
      title="Import addresses"
      isBusy={isRunning}
      isStopping={isStopping}
      question="Stop the import? Entries already added stay in the address book."
      onStop={stop}
      onClose={() => close()}
    >
      {content}
    </TaskDialog>
  );
}

type Props = {
  isReading: boolean;
  /** Why the file before cannot be imported. */
  refusal: string | undefined;
  /** Why the book could not be read, without which duplicates are not known. */
  error: Error | null;
  onFile: (file: File) => void;
};

/** Takes the file, chosen or dropped. */
function ChooseFile({ isReading, refusal, error, onFile }: Props) {
  return (
    <Stack gap="lg">
      {error !== null && <FailureAlert error={error} />}
      {refusal !== undefined && (
        <Alert tone="negative" role="alert">
          {refusal}
        </Alert>
      )}
      <FileDrop isReading={isReading} onFile={onFile}>
        or drop it here. You’ll review everything before it’s added.
      </FileDrop>
      <Text size="sm">
        The first row must contain the column names <code>name,network,address,note</code>. Enter a network by
        its code (<code>eth</code>), name or token standard. Separate columns with commas, semicolons or tabs.
        You can import a file exported from the address book.
      </Text>
    </Stack>
  );
}

type ImportPreviewProps = {
  fileName: string;
  plan: ImportPlan & { ok: true };
  onImport: (lines: ImportLine[]) => void;
  onOtherFile: () => void;
};

const reasonOf = (row: PlannedRow) => (row.state === 'ready' ? '' : row.reason);

/** What the file would add, and what of it is wrong, before anything is sent. */
function ImportPreview({ fileName, plan, onImport, onOtherFile }: ImportPreviewProps) {
  const { rows, ignoredColumns } = plan;
  const ready = rows.flatMap((row) => (row.state === 'ready' ? [row] : []));
  const wrong = rows.filter(({ state }) => state === 'wrong');
  const known = rows.filter(({ state }) => state === 'known');
  return (
    <Stack gap="lg">
      <Text size="sm">
        <strong>{fileName}</strong>: {ready.length} of {formatCount(rows.length, 'row')} will be added.
        Nothing has been added yet.
        {ignoredColumns.length > 0 && ` Ignored columns: ${ignoredColumns.join(', ')}.`}
      </Text>
      {wrong.length > 0 && (
        <>
          <Alert tone="warning" role="status">
            {wrong.length === 1 ? 'One row has errors and will' : `${wrong.length} rows have errors and will`}{' '}
            be skipped. Fix the file and choose it again, or continue without them.
          </Alert>
          <ImportTable
            title={`Errors: ${wrong.length}`}
            rows={wrong}
            last={{ head: 'Reason', of: reasonOf, tone: 'negative' }}
          />
        </>
      )}
      {known.length > 0 && (
        <ImportTable
          title={`Duplicates: ${known.length}`}
          rows={known}
          last={{ head: 'Reason', of: reasonOf, tone: 'dimmed' }}
        />
      )}
      {ready.length > 0 && <ImportTable title={`Will be added: ${ready.length}`} rows={ready} />}
      <div className={dialog['footer']}>
        <Button variant="default" onClick={onOtherFile}>
          Choose another file
        </Button>
        {ready.length > 0 && (
          <Button onClick={() => onImport(ready)}>
            Add {formatCount(ready.length, 'address', 'addresses')}
          </Button>
        )}
      </div>
    </Stack>
  );
}
