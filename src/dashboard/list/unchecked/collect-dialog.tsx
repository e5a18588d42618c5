import { Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { formatCount, formatInteger } from '#domain/format.ts';
import { networkLabel } from '#dashboard/lib/format.ts';
import { Button } from '#dashboard/ui/button.tsx';
import dialog from '#dashboard/ui/dialog.module.css';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';
import { useSession } from '#dashboard/session/session.queries.ts';
import { batchScreeningPath } from '#dashboard/entities/aml/aml-paths.ts';
import { type Collected, skippedMessages } from './collect-subjects.ts';
import { handList } from './handed-list.ts';
import { type CollectedList, type CollectState, useCollect } from './use-collect.ts';

export type CollectProps = CollectedList & {
  /** What the list is called. */
  title: string;
  /** Its filters, as a person says them. */
  filters: readonly { label: string; value: string }[];
};

/** Reads the addresses of a list, and leads to the page that says what checking them costs. */
export function CollectDialog({ title, filters, onClose, ...list }: CollectProps & { onClose: () => void }) {
  const navigate = useNavigate();
  const { account_id: account } = useSession();
  const { state, goOn } = useCollect(list);
  const collected = state.phase === 'done' ? state.collected : undefined;
  const hasSubjects = (collected?.subjects.length ?? 0) > 0;

  useEffect(() => {
    if (collected === undefined || collected.subjects.length === 0) return;
    const handedList = handList(account, {
      text: collected.subjects.map(({ value, network }) => `${value},${network}`).join('\n'),
      origin: originLabel(title, filters, collected),
      problems: collected.problems,
    });
    void navigate(batchScreeningPath, { state: { handedList } });
    // oxlint-disable-next-line react/exhaustive-deps -- once, when they are collected
  }, [collected]);

  const isBusy = state.phase === 'reading' || state.phase === 'failed';
  return (
    <TaskDialog
      title="Screen unscreened addresses"
      isBusy={isBusy}
      question="Stop? No checks have been started."
      onStop={onClose}
      closesOnStop
      onClose={onClose}
    >
      {(asks) => (
        <Stack gap="lg" fz="sm">
          {state.phase === 'reading' && <Reading {...state} />}
          {state.phase === 'failed' && (
            <>
              <FailureAlert error={state.error} />
              <p>
                Page {formatInteger(state.page)} couldn’t be loaded. {rowsRead(state)} were, and nothing was
                started.
              </p>
            </>
          )}
          {state.phase === 'ended' &&
            (state.error.name === 'TooManySubjects' ? (
              <Alert tone="warning" role="alert">
                {state.error.message}
              </Alert>
            ) : (
              <FailureAlert error={state.error} />
            ))}
          {collected !== undefined && !hasSubjects && (
            <p role="status">No unscreened addresses. {originLabel(title, filters, collected)}</p>
          )}
          {!asks && !hasSubjects && (
            <div className={dialog['footer']}>
              <CloseButton key={state.phase} onClick={onClose}>
                {isBusy ? 'Cancel' : 'Close'}
              </CloseButton>
              {state.phase === 'failed' && (
                <Button onClick={goOn}>Try again from page {formatInteger(state.page)}</Button>
              )}
            </div>
          )}
        </Stack>
      )}
    </TaskDialog>
  );
}

function Reading(state: CollectState & { phase: 'reading' }) {
  const { read, expected, pause } = state;
  return (
    <>
      <div>
        <ProgressBar label="Rows read" value={expected === undefined ? undefined : read} max={expected} />
        <Text mt="sm" fw={500} inherit>
          {rowsRead(state)}
        </Text>
      </div>
      <Text mih={40} c="dimmed" inherit>
        {pause === undefined
          ? 'Collecting every address that matches your filters, on all pages. You’ll see the cost before anything starts.'
          : `Page ${formatInteger(pause.page)} failed. Trying again in ${pause.seconds} s…`}
      </Text>
    </>
  );
}

function CloseButton({ onClick, children }: { onClick: () => void; children: string }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} variant="default" onClick={onClick}>
      {children}
    </Button>
  );
}

function rowsRead({ read, expected }: { read: number; expected: number | undefined }): string {
  return `${formatInteger(read)}${expected === undefined ? '' : ` of ${formatInteger(expected)}`} rows`;
}

/** `From Transactions (Status: completed): 345 rows, 12 of them with own wallets.` */
function originLabel(
  title: string,
  filters: CollectProps['filters'],
  { rows, leftOut }: Pick<Collected, 'rows' | 'leftOut'>,
): string {
  const chosen = filters
    .map(({ label, value }) => `${label}: ${/network$/i.test(label) ? networkLabel(value) : value}`)
    .join(', ');
  const without = skippedMessages(leftOut);
  const rest = without.length === 0 ? '' : ` Skipped: ${without.join(', ')}.`;
  return `From ${title}${chosen === '' ? '' : ` (${chosen})`}: ${formatCount(rows, 'row')}.${rest}`;
}
