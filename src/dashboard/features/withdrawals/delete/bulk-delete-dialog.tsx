import { pluralize } from '#domain/format.ts';
import { Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import pLimit from 'p-limit';
import { useEffect, useRef } from 'react';
import { getWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { focusFirstRow } from '#dashboard/ui/data-table/row-navigation.ts';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';
import type { DeletionProps } from '#dashboard/list/selection-bar.tsx';
import { type BatchOutcome, formatTally, tallyOf } from '#dashboard/api/batch.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import dialog from '#dashboard/ui/dialog.module.css';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { fetchWithdrawal } from '../withdrawal.queries.ts';
import {
  type Planned,
  planOf,
  type Reading,
  type Released,
  releasedBy,
  useDeletions,
} from './bulk-deletion.ts';
import { RequestTable } from './request-table.tsx';

/** Deletes the marked requests: what would be released, how far it is, and what came of each. */
export function BulkDeleteDialog({ ids, refresh, onClose }: DeletionProps) {
  const { data: plan } = useQuery(currentPlan(ids));
  const { outcomes, isRunning, isStopping, run, stop } = useDeletions(refresh);
  useFocusReturn();

  const content = (asks: boolean) => {
    if (plan === undefined) {
      return (
        <Stack gap="lg">
          <ProgressBar label="Loading selected withdrawals" value={undefined} max={undefined} />
          <Text c="dimmed" size="sm">
            Loading the current state of the selected withdrawals…
          </Text>
        </Stack>
      );
    }
    if (isRunning) {
      return (
        <BulkProgress
          plan={plan}
          outcomes={outcomes}
          isStopping={isStopping}
          onStop={asks ? undefined : stop}
        />
      );
    }
    if (outcomes.size === 0) return <BulkPreview plan={plan} onDelete={run} onClose={onClose} />;
    return <BulkResult plan={plan} outcomes={outcomes} onRetry={run} onClose={onClose} />;
  };
  return (
    <TaskDialog
      title="Delete withdrawals"
      isBusy={isRunning}
      isStopping={isStopping}
      question="Stop deleting? Withdrawals already deleted stay deleted."
      onStop={stop}
      onClose={onClose}
    >
      {content}
    </TaskDialog>
  );
}

/** So many at once, so that marked rows do not flood a provider. */
const taking = pLimit(3);

/** What the requests are now: each read anew whenever the dialog opens, and not again while it is open. */
const currentPlan = (ids: readonly string[]) =>
  queryOptions({
    queryKey: keyOf(getWithdrawalRequest, { plan: ids }),
    queryFn: async ({ client, signal }) => {
      const readings = ids.map((id) =>
        taking(async (): Promise<Reading> => {
          try {
            return { id, found: await fetchWithdrawal(id, { client, signal }) };
          } catch (error) {
            signal.throwIfAborted();
            return { id, found: error instanceof Error ? error : new Error(String(error)) };
          }
        }),
      );
      return planOf(await Promise.all(readings));
    },
    staleTime: 'static',
    gcTime: 0,
  });

/** Gives the focus back to the button, or to the first row where that is gone with the rows that were marked. */
function useFocusReturn() {
  useEffect(() => {
    const from = document.activeElement;
    return () => {
      if (from instanceof HTMLElement && from !== document.body && from.isConnected) from.focus();
      else focusFirstRow();
    };
  }, []);
}

type Props = { plan: readonly Planned[]; onDelete: (ids: string[]) => void; onClose: () => void };

/** What would be deleted and released, and what is set aside with the reason. */
function BulkPreview({ plan, onDelete, onClose }: Props) {
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  const wanted = plan.filter(({ setAside }) => setAside === null);
  const others = plan.filter(({ setAside }) => setAside !== null);
  return (
    <Stack gap="lg">
      <p>
        {wanted.length === 0
          ? 'None of the selected withdrawals can be deleted.'
          : `${wanted.length} of ${plan.length} selected ${withdrawalsWord(plan.length)} will be deleted. None of them has been sent.`}
      </p>
      {wanted.length > 0 && (
        <>
          <ReleasedTable lines={releasedBy(wanted.map(({ value }) => value))} />
          <RequestTable title="Will be deleted" plan={wanted} />
        </>
      )}
      {others.length > 0 && <RequestTable title={`Skipped: ${others.length}`} plan={others} />}
      <div className={dialog['footer']}>
        <Button ref={cancel} variant="default" onClick={onClose}>
          {wanted.length === 0 ? 'Close' : 'Cancel'}
        </Button>
        {wanted.length > 0 && (
          <Button color="danger" onClick={() => onDelete(wanted.map(({ id }) => id))}>
            Delete {wanted.length} {withdrawalsWord(wanted.length)}
          </Button>
        )}
      </div>
    </Stack>
  );
}

function ReleasedTable({ lines }: { lines: readonly Released[] }) {
  return (
    <FramedTable title="Released funds">
      <thead>
        <tr>
          <th scope="col">Currency</th>
          <th scope="col" data-align="end">
            Withdrawals
          </th>
          <th scope="col" data-align="end">
            Amounts
          </th>
          <th scope="col" data-align="end">
            Released
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ currency, requests, amount, released, unknown }) => (
          <tr key={currency}>
            <th scope="row">{currency}</th>
            <td data-align="end">{requests}</td>
            <td data-align="end">
              <Amount value={amount} />
            </td>
            <td data-align="end">
              <strong>
                <Amount value={released} />
              </strong>
              {unknown > 0 && (
                <Text c="dimmed" size="sm">
                  plus {unknown} unknown
                </Text>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </FramedTable>
  );
}

type BulkProgressProps = {
  plan: readonly Planned[];
  outcomes: ReadonlyMap<string, BatchOutcome>;
  isStopping: boolean;
  onStop: (() => void) | undefined;
};

/** How far the deletion is, and what came of each so far. */
function BulkProgress({ plan, outcomes, isStopping, onStop }: BulkProgressProps) {
  const stop = useRef<HTMLButtonElement>(null);
  useEffect(() => stop.current?.focus(), []);
  const wanted = plan.filter(({ setAside }) => setAside === null);
  const tally = tallyOf(outcomes.values());
  const done = tally.done + tally.failed + tally.unknown;
  return (
    <Stack gap="lg">
      <ProgressBar label="Withdrawals processed" value={done} max={wanted.length} />
      <p>
        <strong>
          {done} of {wanted.length}
        </strong>{' '}
        tried: {formatTally(tally, 'deleted')}
      </p>
      <RequestTable title="Withdrawals" plan={wanted} outcomes={outcomes} />
      {onStop !== undefined && (
        <div className={dialog['footer']}>
          <Button ref={stop} variant="default" loading={isStopping} onClick={onStop}>
            Stop
          </Button>
        </div>
      )}
    </Stack>
  );
}

type BulkResultProps = {
  plan: readonly Planned[];
  outcomes: ReadonlyMap<string, BatchOutcome>;
  onRetry: (ids: string[]) => void;
  onClose: () => void;
};

/** What came of each request, those that were set aside among them. Only all of them deleted is a success. */
function BulkResult({ plan, outcomes, onRetry, onClose }: BulkResultProps) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  const others = plan.filter(({ setAside }) => setAside !== null).length;
  const left = plan.filter(({ id, setAside }) => setAside === null && outcomes.get(id)?.state !== 'done');
  const isWhole = left.length === 0;
  return (
    <Stack gap="lg">
      <Alert tone={isWhole ? 'positive' : 'warning'} role={isWhole ? 'status' : 'alert'}>
        {formatTally(tallyOf(outcomes.values()), 'deleted')}
        {others > 0 && `, ${others} skipped`}.
      </Alert>
      <RequestTable title="Results" plan={plan} outcomes={outcomes} />
      <div className={dialog['footer']}>
        {!isWhole && (
          <Button variant="default" onClick={() => onRetry(left.map(({ id }) => id))}>
            Try {left.length} {withdrawalsWord(left.length)} again
          </Button>
        )}
        <Button ref={close} onClick={onClose}>
          Close
        </Button>
      </div>
    </Stack>
  );
}

const withdrawalsWord = (count: number) => pluralize(count, 'withdrawal');
