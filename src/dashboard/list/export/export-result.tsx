import { Group, Stack, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { formatCount, formatInteger } from '#domain/format.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { copyText } from '#dashboard/ui/copy-text.ts';
import dialog from '#dashboard/ui/dialog.module.css';
import { Alert } from '#dashboard/ui/alert.tsx';
import { saveFile } from '#dashboard/lib/files.ts';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { SumsRows } from '../sums-rows.tsx';
import type { ExportedFile, ExportHeader } from './export-request.ts';
import classes from './export-dialog.module.css';

type Props = { file: ExportedFile; onAgain: () => void; onClose: () => void };

/** The result. A complete file is saved at once; an incomplete one only if the user asks for it. */
export function ExportResult({ file, onAgain, onClose }: Props) {
  const { header } = file;
  const [isSaved, setIsSaved] = useState(header.complete);
  const first = useRef<HTMLButtonElement>(null);
  const wasSaved = useRef(false);
  useEffect(() => {
    first.current?.focus();
    if (!header.complete || wasSaved.current) return;
    wasSaved.current = true;
    saveFile(file);
  }, [file, header]);

  const save = () => {
    saveFile(file);
    setIsSaved(true);
  };
  return (
    <Stack gap="lg">
      {header.complete ? (
        <Alert tone="positive" role="status">
          <strong>{file.name}</strong> is saved: {rowsWritten(header)}.
        </Alert>
      ) : (
        <Incomplete file={file} isSaved={isSaved} />
      )}
      {header.notes.length > 0 && (
        <Alert tone="warning" role="status">
          {header.notes.join(' ')}
        </Alert>
      )}
      {header.sums.length > 0 && (
        <FramedTable title="Sums" isCaptionHidden>
          <SumsRows list={header.list} lines={header.sums} />
        </FramedTable>
      )}
      {header.sums.length > 0 && header.sums_note !== '' && (
        <Text c="dimmed" size="sm">
          {header.sums_note}
        </Text>
      )}
      <Hash value={header.rows_sha256} />
      <div className={dialog['footer']}>
        {header.complete ? (
          <Button variant="subtle" onClick={save}>
            Save again
          </Button>
        ) : (
          <>
            <Button variant="subtle" onClick={save}>
              Save anyway
            </Button>
            <Button variant="default" onClick={onAgain}>
              Export again
            </Button>
          </>
        )}
        <Button ref={first} onClick={onClose}>
          Close
        </Button>
      </div>
    </Stack>
  );
}

/** `20 of 20 rows`, or `20 rows` if the total is unknown. */
function rowsWritten({ rows_written: written, rows_expected: expected }: ExportHeader): string {
  return expected === null
    ? formatCount(written, 'row')
    : `${formatInteger(written)} of ${formatCount(expected, 'row')}`;
}

function Incomplete({ file: { name, header }, isSaved }: { file: ExportedFile; isSaved: boolean }) {
  return (
    <Alert tone="warning" role="alert">
      <strong>The export is incomplete</strong>: {rowsWritten(header)}.{' '}
      {isSaved ? `${name} was saved and is marked as incomplete.` : 'No file was saved.'}
      <ul className={classes['problems']}>
        {header.problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Alert>
  );
}

function Hash({ value }: { value: string }) {
  const copy = () => copyText(value, 'Copied the SHA-256.');
  return (
    <Group gap="4px 8px" fz="sm" className={classes['hash']}>
      <span>SHA-256 of the rows</span>
      <code>{value}</code>
      <Button variant="subtle" size="compact-sm" aria-label="Copy SHA-256" onClick={() => void copy()}>
        <IconCopy size={14} aria-hidden />
      </Button>
    </Group>
  );
}
