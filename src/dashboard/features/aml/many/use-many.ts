import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  MOST_SUBJECTS,
  previewAmlChecks,
  startAmlChecks,
  stopAmlChecks,
} from '#contract/gateway/aml-checks.ts';
import type { RecentDays } from '#contract/gateway/aml-start.ts';
import type { ReadDataOf } from '#contract/read-answer.ts';
import { refreshAfter } from '#dashboard/api/changes.ts';
import { call } from '#dashboard/api/client.ts';
import { asSentence } from '#dashboard/lib/error-message.ts';
import { notifyFailure } from '#dashboard/ui/notify.tsx';
import { rememberStarted } from '#dashboard/entities/aml/started-checks.ts';
import { isRunning } from '#dashboard/entities/aml/running.ts';
import type { PlannedRow } from './plan-many.ts';

type Answered = ReadDataOf<typeof startAmlChecks>['results'][number];

export type ReadyRow = PlannedRow & { state: 'ready' };

/** What the gateway says about a row, or why it was not asked. */
export type RowOutcome = Answered | { outcome: 'failed' | 'untried'; reason: string };

type Terms = { recentDays: RecentDays; payer: string };

/** Asks about many subjects, and starts them, as many in a request as it takes; outcomes by the line of the list. */
export function useMany() {
  const queryClient = useQueryClient();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, RowOutcome>>(none);
  const [doing, setDoing] = useState<'preview' | 'start' | 'stop'>();
  const stopping = useRef(false);
  // Through the client, which knows when a session has ended.
  const { mutateAsync } = useMutation({
    mutationFn: async ({ rows, terms }: { rows: readonly ReadyRow[]; terms: Terms | RecentDays }) => {
      const subjects = rows.map(({ subject: { value, network } }) => ({ value, network }));
      if (typeof terms !== 'object') {
        return (await call(previewAmlChecks, { body: { subjects, recent_days: terms } })).results;
      }
      const payer = terms.payer === '' ? {} : { payer_address: terms.payer };
      const body = { subjects, recent_days: terms.recentDays, ...payer };
      return (await call(startAmlChecks, { body })).results;
    },
  });

  const refresh = () => void refreshAfter(queryClient, startAmlChecks);
  /** Sends the requests one after another and stops at the first that fails. Its rows can be sent again at no cost. */
  const ask = async (rows: readonly ReadyRow[], terms: Terms | RecentDays) => {
    stopping.current = false;
    let failure: string | undefined;
    for (let from = 0; from < rows.length; from += MOST_SUBJECTS) {
      const batch = rows.slice(from, from + MOST_SUBJECTS);
      const outcomesOfBatch = new Map<number, RowOutcome>();
      if (stopping.current || failure !== undefined) {
        for (const { line } of batch) outcomesOfBatch.set(line, { outcome: 'untried', reason: 'not sent' });
      } else {
        try {
          const results = await mutateAsync({ rows: batch, terms });
          for (const [index, { line }] of batch.entries()) {
            outcomesOfBatch.set(
              line,
              results[index] ?? { outcome: 'failed', reason: 'The response doesn’t mention it.' },
            );
          }
          const begun = results.flatMap(({ check }) => (check && isRunning(check) ? [check.id] : []));
          if (typeof terms === 'object') rememberStarted(begun);
        } catch (error) {
          failure = asSentence(error instanceof Error ? error.message : String(error));
          for (const { line } of batch) outcomesOfBatch.set(line, { outcome: 'failed', reason: failure });
        }
      }
      setOutcomes((before) => new Map([...before, ...outcomesOfBatch]));
    }
  };
  return {
    outcomes,
    doing,
    preview: async (rows: readonly ReadyRow[], recentDays: RecentDays) => {
      setOutcomes(none);
      setDoing('preview');
      await ask(rows, recentDays);
      setDoing(undefined);
    },
    start: async (rows: readonly ReadyRow[], terms: Terms) => {
      setDoing('start');
      await ask(rows, terms);
      setDoing(undefined);
      refresh();
    },
    /** Starts no more checks, and stops those that are queued or waiting. */
    stop: async (ids: readonly string[]) => {
      stopping.current = true;
      setDoing('stop');
      try {
        for (let from = 0; from < ids.length; from += MOST_SUBJECTS) {
          await call(stopAmlChecks, { body: { ids: ids.slice(from, from + MOST_SUBJECTS) } });
        }
      } catch (error) {
        notifyFailure(
          'Some checks couldn’t be stopped',
          error instanceof Error ? error : new Error(String(error)),
        );
      }
      setDoing(undefined);
      refresh();
    },
    forget: () => setOutcomes(none),
  };
}

const none: ReadonlyMap<number, RowOutcome> = new Map();
