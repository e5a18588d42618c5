import { Stack, Text } from '@mantine/core';
import { Button } from '#dashboard/ui/button.tsx';
import dialog from '#dashboard/ui/dialog.module.css';
import { Notice } from '#dashboard/ui/notice.tsx';
import { ImportTable } from './import-table.tsx';
import type { ImportPlan, PlannedRow } from './plan-import.ts';
import type { ImportLine } from './run-import.ts';

type Props = {
  fileName: string;
  plan: ImportPlan & { ok: true };
  onImport: (lines: ImportLine[]) => void;
  onOtherFile: () => void;
};

const reasonOf = (row: PlannedRow) => (row.state === 'ready' ? '' : row.reason);

/** What the file would add, and what of it is wrong, before anything is sent. */
export function ImportPreview({ fileName, plan, onImport, onOtherFile }: Props) {
  const { rows, ignoredColumns } = plan;
  const ready = rows.flatMap((row) => (row.state === 'ready' ? [row] : []));
  const wrong = rows.filter(({ state }) => state === 'wrong');
  const known = rows.filter(({ state }) => state === 'known');
  return (
    <Stack gap="lg">
      <Text size="sm">
        <strong>{fileName}</strong>: {ready.length} of {rows.length} {rows.length === 1 ? 'row' : 'rows'} will
        be added. Nothing has been sent yet.
        {ignoredColumns.length > 0 && ` Left aside: the columns ${ignoredColumns.join(', ')}.`}
      </Text>
      {wrong.length > 0 && (
        <>
          <Notice tone="warning" role="status">
            {wrong.length === 1 ? 'One row is wrong and is' : `${wrong.length} rows are wrong and are`} left
            out. Mend the file and choose it again, or go on without them.
          </Notice>
          <ImportTable
            title={`Wrong: ${wrong.length}`}
            rows={wrong}
            last={{ head: 'Why', of: reasonOf, tone: 'negative' }}
          />
        </>
      )}
      {known.length > 0 && (
        <ImportTable
          title={`Known already: ${known.length}`}
          rows={known}
          last={{ head: 'Why', of: reasonOf, tone: 'dimmed' }}
        />
      )}
      {ready.length > 0 && <ImportTable title={`Will be added: ${ready.length}`} rows={ready} />}
      <div className={dialog['footer']}>
        <Button variant="default" onClick={onOtherFile}>
          Choose another file
        </Button>
        {ready.length > 0 && (
          <Button onClick={() => onImport(ready)}>
            Add {ready.length} {ready.length === 1 ? 'address' : 'addresses'}
          </Button>
        )}
      </div>
    </Stack>
  );
}
