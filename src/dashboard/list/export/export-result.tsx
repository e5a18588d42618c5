import { Group, Stack, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { countOf, groupDigits } from '#dashboard/lib/words.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { copyText } from '#dashboard/ui/copy-text.ts';
import dialog from '#dashboard/ui/dialog.module.css';
import { Notice } from '#dashboard/ui/notice.tsx';
import { saveFile } from '#dashboard/lib/files.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import type { ExportedFile, ExportHeader } from './export-request.ts';
import classes from './export-dialog.module.css';
import { groupLabel, sumLabel, type SumLine, sumNames } from './file/sums.ts';

type Props = { file: ExportedFile; onAgain: () => void; onClose: () => void };

/** What came out. A whole file is saved at once; one that is not, only if the person wants it all the same. */
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
        <Notice tone="positive" role="status">
          <strong>{file.name}</strong> is saved: {rowsWritten(header)}.
        </Notice>
      ) : (
        <Incomplete file={file} isSaved={isSaved} />
      )}
      {header.notes.length > 0 && (
        <Notice tone="warning" role="status">
          {header.notes.join(' ')}
        </Notice>
      )}
      <SumsTable sums={header.sums} note={header.sums_note} />
      <Hash value={header.rows_sha256} />
      <div className={dialog['footer']}>
        {header.complete ? (
          <Button variant="subtle" onClick={save}>
            Save again
          </Button>
        ) : (
          <>
            <Button variant="subtle" onClick={save}>
              Save it all the same
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

/** `20 of 20 rows`, or `20 rows` where nobody says how many match. */
function rowsWritten({ rows_written: written, rows_expected: expected }: ExportHeader): string {
  return expected === null
    ? countOf(written, 'row')
    : `${groupDigits(written)} of ${countOf(expected, 'row')}`;
}

function Incomplete({ file: { name, header }, isSaved }: { file: ExportedFile; isSaved: boolean }) {
  return (
    <Notice tone="warning" role="alert">
      <strong>The export is not complete</strong>: {rowsWritten(header)}.{' '}
      {isSaved ? `${name} is saved, and says so.` : 'Nothing is saved.'}
      <ul className={classes['problems']}>
        {header.problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Notice>
  );
}

function Hash({ value }: { value: string }) {
  const copy = () => copyText(value, 'Copied the SHA-256 of the rows.');
  return (
    <Group gap="4px 8px" fz="sm" className={classes['hash']}>
      <span>SHA-256 of the rows</span>
      <code>{value}</code>
      <Button variant="subtle" size="compact-sm" aria-label="Copy the SHA-256" onClick={() => void copy()}>
        <IconCopy size={14} aria-hidden />
      </Button>
    </Group>
  );
}

/** The sums of the file, to the last digit, each status on its own. */
function SumsTable({ sums, note }: { sums: readonly SumLine[]; note: string }) {
  if (sums.length === 0) return null;
  const names = sumNames(sums);
  const hasStatus = sums.some(({ group }) => 'status' in group);
  return (
    <>
      <FramedTable title="Sums" isCaptionHidden>
        <thead>
          <tr>
            <th scope="col">Sums of</th>
            {hasStatus && <th scope="col">Status</th>}
            <th scope="col" data-align="end">
              Rows
            </th>
            {names.map((name) => (
              <th key={name} scope="col" data-align="end">
                {sumLabel(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sums.map((line) => (
            <tr key={JSON.stringify(line.group)}>
              <th scope="row">{groupLabel(line)}</th>
              {hasStatus && (
                <td>
                  <StatusBadge status={line.group['status'] || undefined} />
                </td>
              )}
              <td data-align="end">{groupDigits(line.rows)}</td>
              {names.map((name) => {
                const amount = line.sums[name];
                return (
                  <td key={name} data-align="end">
                    {amount === undefined ? 'unknown' : <Amount value={amount} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </FramedTable>
      {note !== '' && (
        <Text c="dimmed" size="sm">
          {note}
        </Text>
      )}
    </>
  );
}
