import { Checkbox, Stack, Text } from '@mantine/core';
import { type MouseEvent, useState } from 'react';
import { Link } from 'react-router';
import {
  mostFileEntries,
  type StatementFormat,
  statementFormats,
} from '#contract/gateway/statement-files.ts';
import { formatInteger } from '#domain/format.ts';
import { Button } from '#dashboard/ui/button.tsx';
import type { WantedFile } from './download-button.tsx';
import { formatLabels } from './file-labels.ts';
import classes from './files.module.css';
import { filesPath } from './statement-files.queries.ts';

const notes = {
  pdf: 'To read and print',
  xlsx: 'To calculate with, .xlsx',
  csv: 'For other programs, zipped',
} as const satisfies Record<StatementFormat, string>;

type Props = { part: string; hasEntries: boolean; onRequest: (wanted: WantedFile) => void };

/** The formats, and whether the file has all entries. */
export function DownloadPanel({ part, hasEntries, onRequest }: Props) {
  const [withEntries, setWithEntries] = useState(false);
  const request = (event: MouseEvent<HTMLButtonElement>, format: StatementFormat) => {
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
    onRequest({ format, withEntries });
  };
  return (
    <Stack gap="sm" miw={280} maw={340}>
      {part !== '' && (
        <Text size="sm" className={classes['part']}>
          The file covers only what is shown: <strong>{part}</strong>
        </Text>
      )}
      {hasEntries && (
        <Checkbox
          checked={withEntries}
          onChange={() => setWithEntries(!withEntries)}
          label={part === '' ? 'Include all ledger entries' : 'Include its ledger entries'}
          description={`A PDF holds up to ${formatInteger(mostFileEntries.pdf)}`}
        />
      )}
      <Stack gap={4}>
        {statementFormats.map((format) => (
          <Button
            key={format}
            variant="default"
            fullWidth
            justify="space-between"
            rightSection={
              <Text span c="dimmed" fw={400} size="xs">
                {notes[format]}
              </Text>
            }
            onClick={(event) => request(event, format)}
          >
            {formatLabels[format]}
          </Button>
        ))}
      </Stack>
      <Text size="sm">
        <Link to={filesPath}>Files of the last year</Link>
      </Text>
    </Stack>
  );
}
