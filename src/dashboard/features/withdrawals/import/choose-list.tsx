import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import { Textarea, Group, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { readTextFile, saveFile } from '#dashboard/lib/files.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FileDrop } from '#dashboard/ui/file-drop.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import classes from './import-list.module.css';
import type { InterruptedImport } from './interrupted-import.ts';
import { listTemplate } from './list-file.ts';
import type { GivenList } from './use-list-check.ts';

const mostBytes = 1_000_000;

type Props = {
  /** A list whose sending was interrupted. */
  kept: InterruptedImport | undefined;
  /** Why the previous input isn't a valid list. */
  refusal: string | undefined;
  error: Error | null;
  onRetry: () => void;
  /** The text in the field for pasted rows. */
  pasted: string;
  onPasted: (text: string) => void;
  onRows: (given: Omit<GivenList, 'idBeginning'>) => void;
  onResume: (kept: InterruptedImport) => void;
  onForget: () => void;
};

/** Accepts a file, pasted rows or an interrupted import. */
export function ChooseList(props: Props) {
  const { kept, refusal, error, onRetry, pasted, onPasted, onRows, onResume, onForget } = props;
  const rows = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // The user has come back to edit them.
    if (rows.current?.value !== '') rows.current?.focus();
  }, []);
  const [unread, setUnread] = useState<string>();
  const takeFile = async (file: File) => {
    const read = await readTextFile(file, mostBytes);
    setUnread(read.ok ? undefined : read.reason);
    if (read.ok) onRows({ fileName: file.name, text: read.text, isPasted: false });
  };
  const problem = unread ?? refusal;
  return (
    <>
      {error !== null && <FailureAlert error={error} onRetry={onRetry} />}
      {problem !== undefined && (
        <Alert tone="negative" role="alert">
          {problem}
        </Alert>
      )}
      {kept !== undefined && (
        <Stack
          component="section"
          gap={10}
          p="lg"
          bd="1px solid var(--accent)"
          bdrs={10}
          aria-labelledby="kept-heading"
        >
          <h2 id="kept-heading">Interrupted import</h2>
          <Text size="sm">
            The import of <strong>{kept.fileName}</strong> started <Time value={kept.startedAt} /> and didn’t
            finish. Rows already submitted are recognized and won’t be sent again.
          </Text>
          <Group gap="sm" align="stretch" className={classes['buttons']}>
            <Button onClick={() => onResume(kept)}>Resume</Button>
            <Button variant="default" onClick={onForget}>
              Discard
            </Button>
          </Group>
        </Stack>
      )}
      <FileDrop isReading={false} onFile={(file) => void takeFile(file)}>
        or drop it here. You’ll review everything before it’s sent.
      </FileDrop>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setUnread(undefined);
          if (pasted.trim() === '') return;
          onRows({ fileName: 'Pasted rows', text: pasted, isPasted: true });
        }}
      >
        <Stack gap={10}>
          <Textarea
            ref={rows}
            label="Or paste rows"
            description="From a spreadsheet or a file, including the row with the column names."
            rows={4}
            spellCheck={false}
            classNames={{ input: classes['pasted'] ?? '' }}
            value={pasted}
            onChange={(event) => onPasted(event.currentTarget.value)}
          />
          <Group gap="sm" align="stretch" className={classes['buttons']}>
            <Button type="submit" variant="default" aria-disabled={pasted.trim() === '' || undefined}>
              Review rows
            </Button>
          </Group>
        </Stack>
      </form>
      <Columns />
    </>
  );
}

function Columns() {
  return (
    <Stack component="section" gap={10} aria-labelledby="columns-heading">
      <Title order={2} id="columns-heading">
        The columns
      </Title>
      <DescriptionList isWide>
        {columns.map(([name, meaning]) => (
          <Description key={name} name={<code>{name}</code>}>
            {meaning}
          </Description>
        ))}
      </DescriptionList>
      <Text size="sm">
        The first row must contain these names, in any order. Separate them with commas, semicolons or tabs.
      </Text>
      <Group gap="sm" align="stretch" className={classes['buttons']}>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() =>
            saveFile({
              name: 'withdrawals-template.csv',
              blob: new Blob([listTemplate()], { type: 'text/csv' }),
            })
          }
        >
          Download template
        </Button>
      </Group>
    </Stack>
  );
}

const columns = [
  ['source', 'pool, or the name or address of a personal wallet'],
  ['network', 'A code such as eth, a name or a token standard'],
  ['currency', 'A currency available on the network, such as USDT'],
  ['recipient', 'A full address, or the name of an address book entry on that network'],
  ['amount', 'A number such as 1250.50, no thousands separators'],
  ['fee_included', 'true (default): deduct the fee from the amount; false: add it to the amount'],
  ['comment', 'Optional, up to 160 characters'],
  [
    'external_id',
    'Your reference. If it’s empty, the console derives one from the row, so the same row is sent only once',
  ],
] as const;
