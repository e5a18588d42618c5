import { Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import { readTextFile } from '#dashboard/lib/read-text-file.ts';
import { Button } from '#dashboard/ui/button.tsx';
import dialog from '#dashboard/ui/dialog.module.css';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { usePermission } from '#dashboard/session/use-permission.ts';
import { bookPath } from '#dashboard/entities/address-book/book-paths.ts';
import { readBook } from '#dashboard/entities/address-book/read-book.ts';
import { ChooseFile } from './choose-file.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportResult } from './import-result.tsx';
import { planImport } from './plan-import.ts';
import { tallyWords } from './run-import.ts';
import { useImport } from './use-import.ts';

const mostBytes = 5_000_000;

/** Adds the addresses of a CSV file: what it would add, how far that is, and what came of each row. */
export function ImportDialog() {
  const mayWrite = usePermission('withdrawals:write');
  return mayWrite.allowed ? (
    <Import />
  ) : (
    <RouteDialog title="Import addresses" closeTo={bookPath}>
      <NoPermission permission="withdrawals:write" act="change" />
    </RouteDialog>
  );
}

function Import() {
  const close = useCloseDialog(bookPath);
  const { outcomes, isRunning, isStopping, run, stop, forget } = useImport();
  const reading = useMutation({
    mutationFn: async (file: File) => {
      const read = await readTextFile(file, mostBytes);
      const plan = read.ok ? planImport(read.text, await readBook({}, new AbortController().signal)) : read;
      return { name: file.name, plan };
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
            sent: {tallyWords(outcomes.values())}
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
      question="Stop the import? What is added stays in the book."
      onStop={stop}
      onClose={() => close()}
    >
      {content}
    </TaskDialog>
  );
}
