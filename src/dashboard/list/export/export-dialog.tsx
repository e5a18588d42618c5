import { useEffect, useRef, useState } from 'react';
import { Box, Stack, Text } from '@mantine/core';
import type { Instant } from '#domain/time.ts';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';
import { useSession } from '#dashboard/session/session.queries.ts';
import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import { ChoiceCard } from '#dashboard/ui/choice-list.tsx';
import { formatExactInstant } from '#dashboard/lib/zoned-time.ts';
import { formatInteger } from '#domain/format.ts';
import { Button } from '#dashboard/ui/button.tsx';
import dialog from '#dashboard/ui/dialog.module.css';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import { formatWait } from '#dashboard/lib/error-message.ts';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import type { ExportProps } from './export-button.tsx';
import { exportLists } from './export-lists.ts';
import type { ExportFormat, ExportSubject } from './export-request.ts';
import { useExport } from './use-export.ts';
import { ExportResult } from './export-result.tsx';
import classes from './export-dialog.module.css';

type Props = ExportProps & { onClose: () => void };

/** Exports a list: what and how, the progress, and the result. It closes only when nothing would be lost. */
export function ExportDialog({ onClose, count, ...subject }: Props) {
  const { account_id: accountId, user, key_name: keyName } = useSession();
  const userName = user?.name ?? null;
  const { state, start, goOn, cancel } = useExport();
  const [format, setFormat] = useState<ExportFormat>('csv');
  const begin = () => start({ ...subject, format, accountId, userName, keyName }, count);

  return (
    <TaskDialog
      title={`Export ${exportLists[subject.list].title.toLowerCase()}`}
      isBusy={state.phase === 'running' || state.phase === 'failed'}
      question="Stop the export? No file will be saved."
      onStop={cancel}
      closesOnStop
      onClose={onClose}
    >
      {(asks) => (
        <>
          {state.phase === 'choosing' && (
            <ExportChoice
              subject={subject}
              count={count}
              format={format}
              onFormat={setFormat}
              onStart={begin}
              onClose={onClose}
            />
          )}
          {state.phase === 'running' && <ExportProgress {...state} onCancel={asks ? undefined : cancel} />}
          {state.phase === 'failed' && (
            <ExportFailed {...state} onContinue={goOn} onGiveUp={asks ? undefined : cancel} />
          )}
          {state.phase === 'ended' && <ExportEnded error={state.error} onBack={cancel} />}
          {state.phase === 'done' && <ExportResult file={state.file} onAgain={begin} onClose={onClose} />}
        </>
      )}
    </TaskDialog>
  );
}

type ExportChoiceProps = {
  subject: ExportSubject;
  count: number | undefined;
  format: ExportFormat;
  onFormat: (format: ExportFormat) => void;
  onStart: () => void;
  onClose: () => void;
};

const choices: [format: ExportFormat, name: string, what: string][] = [
  ['csv', 'CSV', 'CSV with a metadata file (.meta.json), zipped'],
  ['xlsx', 'XLSX', 'Excel workbook with the rows and a summary sheet'],
  ['json', 'JSON', 'One file with metadata and rows; amounts as text'],
];

/** What will be exported, and as what. */
function ExportChoice({ subject, count, format, onFormat, onStart, onClose }: ExportChoiceProps) {
  const { filterLabels, pin, zone } = subject;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onStart();
      }}
    >
      <Stack gap="lg">
        <DescriptionList isWide isPlain>
          <Description name="Rows">
            {count === undefined ? 'All matching' : `${formatInteger(count)} (all matching)`}
          </Description>
          <Description name="Filters">
            {filterLabels.length === 0 && 'None'}
            {filterLabels.map(({ label, value }) => (
              <Text span display="block" inherit key={label}>
                {label}: {value}
              </Text>
            ))}
          </Description>
          {/* oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an Instant, as the subject says */}
          <Description name="Data as of">{formatExactInstant(pin as Instant, zone)}</Description>
          <Description name="Time zone">{zone}</Description>
        </DescriptionList>
        <Stack component="fieldset" gap="sm">
          <Box component="legend" mb="sm" fw={500}>
            Format
          </Box>
          {choices.map(([value, name, what]) => (
            <ChoiceCard key={value}>
              <input
                type="radio"
                name="format"
                value={value}
                checked={format === value}
                data-autofocus={format === value || undefined}
                onChange={() => onFormat(value)}
              />
              <span>
                <Text component="strong" size="md" fw={500}>
                  {name}
                </Text>
                <Text span display="block" c="dimmed" size="sm">
                  {what}
                </Text>
              </span>
            </ChoiceCard>
          ))}
        </Stack>
        <div className={dialog['footer']}>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit">Start export</Button>
        </div>
      </Stack>
    </form>
  );
}

type ExportProgressProps = {
  read: number;
  expected: number | undefined;
  elapsedMs: number;
  pause: { page: number; seconds: number } | undefined;
  onCancel: (() => void) | undefined;
};

/** How far a running export is. */
function ExportProgress({ read, expected, elapsedMs, pause, onCancel }: ExportProgressProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  const of = expected === undefined ? '' : ` of ${formatInteger(expected)}`;
  const isRead = read > 0 && read === expected;
  const left = expected === undefined ? undefined : timeLeft(elapsedMs, read, expected);
  const tenths = expected === undefined || expected === 0 ? 0 : Math.floor((read / expected) * 10);
  return (
    <Stack gap="lg">
      <div className={classes['progress']}>
        <ProgressBar label="Rows read" value={expected === undefined ? undefined : read} max={expected} />
        <p>
          <strong>
            {formatInteger(read)}
            {of} rows
          </strong>
          <span>{pauseMessage(pause) ?? (isRead ? 'Writing the file…' : left)}</span>
        </p>
      </div>
      {/* Read out now and then, not with every page. */}
      <output className="unseen">
        {pauseMessage(pause) ?? (tenths === 0 ? 'Export started' : `${tenths * 10} percent`)}
      </output>
      <Text c="dimmed" size="sm">
        Keep this page open until the export is done. You can work in other tabs.
      </Text>
      {onCancel !== undefined && (
        <div className={dialog['footer']}>
          <Button ref={cancel} variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      )}
    </Stack>
  );
}

function pauseMessage(pause: ExportProgressProps['pause']): string | undefined {
  if (pause === undefined) return undefined;
  return `Page ${formatInteger(pause.page)} failed. Trying again in ${pause.seconds} s…`;
}

/** Before that, a guess would be wild. */
const least = { ms: 1_500, share: 0.02 };

/** `About 12 seconds left`, from how long the rows so far took; undefined while that says too little. */
function timeLeft(elapsedMs: number, read: number, expected: number): string | undefined {
  if (elapsedMs < least.ms || read < expected * least.share || read >= expected) return undefined;
  const seconds = Math.max(1, Math.ceil(((elapsedMs / read) * (expected - read)) / 1000));
  return `About ${formatWait(seconds)} left`;
}

type ExportFailedProps = {
  page: number;
  read: number;
  expected: number | undefined;
  error: Error;
  onContinue: () => void;
  onGiveUp: (() => void) | undefined;
};

/** A page has failed: what happened, and whether to continue from there. */
function ExportFailed({ page, read, expected, error, onContinue, onGiveUp }: ExportFailedProps) {
  const again = useRef<HTMLButtonElement>(null);
  useEffect(() => again.current?.focus(), []);
  const of = expected === undefined ? '' : ` of ${formatInteger(expected)}`;
  return (
    <Stack gap="lg">
      <FailureAlert error={error} />
      <Text size="sm">
        Page {formatInteger(page)} couldn’t be loaded. {formatInteger(read)}
        {of} rows were read, and nothing is saved yet.
      </Text>
      {onGiveUp !== undefined && (
        <div className={dialog['footer']}>
          <Button variant="default" onClick={onGiveUp}>
            Give up
          </Button>
          <Button ref={again} onClick={onContinue}>
            Try again from page {formatInteger(page)}
          </Button>
        </div>
      )}
    </Stack>
  );
}

type ExportEndedProps = { error: Error; onBack: () => void };

/** An export that could not be made. */
function ExportEnded({ error, onBack }: ExportEndedProps) {
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <Stack gap="lg">
      {error.name === 'FormatLimit' ? (
        <Alert tone="warning" role="alert">
          {error.message}
        </Alert>
      ) : (
        <FailureAlert error={error} />
      )}
      <Text size="sm">No file was saved.</Text>
      <div className={dialog['footer']}>
        <Button ref={back} variant="default" onClick={onBack}>
          Back
        </Button>
      </div>
    </Stack>
  );
}
