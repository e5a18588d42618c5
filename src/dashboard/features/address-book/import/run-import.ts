import { importBookEntries, MOST_IMPORTED } from '#contract/gateway/address-book.ts';
import type { DataOf } from '#contract/operation.ts';
import { asSentence } from '#dashboard/lib/error-message.ts';
import type { PlannedEntry } from './plan-import.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { refreshAfter } from '#dashboard/api/changes.ts';
import { call } from '#dashboard/api/client.ts';

/** The outcome of one row. */
export type RowOutcome =
  | { state: 'added' }
  | { state: 'exists'; name: string }
  | { state: 'refused'; reason: string }
  /** It is unknown whether it was added. Sent again, it is added or found. */
  | { state: 'failed'; reason: string }
  /** It was not come to. */
  | { state: 'untried' };

/** What the gateway says about each row of a request. */
export type RowResult = DataOf<typeof importBookEntries>['results'][number];

export type ImportLine = { line: number; entry: PlannedEntry };

type Import = {
  /** Sends the rows of one request. Throws ApiError. */
  send: (rows: PlannedEntry[]) => Promise<readonly RowResult[]>;
  onOutcomes: (outcomes: ReadonlyMap<number, RowOutcome>) => void;
  /** Ends it before the next request; the current one is completed. */
  signal: AbortSignal;
};

/**
 * Adds the rows, as many in a request as it takes, one request after the other. Stops at a request that fails. Its rows
 * can be sent again, and nothing is added twice. Never throws. Outcomes are kept by the line of the file.
 */
export async function runImport(
  lines: readonly ImportLine[],
  { send, onOutcomes, signal }: Import,
): Promise<void> {
  let isOver = false;
  for (let from = 0; from < lines.length; from += MOST_IMPORTED) {
    const batch = lines.slice(from, from + MOST_IMPORTED);
    if (isOver || signal.aborted) {
      onOutcomes(new Map(batch.map(({ line }) => [line, { state: 'untried' }])));
      continue;
    }
    try {
      const results = await send(batch.map(({ entry }) => entry));
      onOutcomes(new Map(batch.map(({ line }, index) => [line, outcomeOf(results[index])])));
    } catch (error) {
      const reason = asSentence(error instanceof Error ? error.message : String(error));
      onOutcomes(new Map(batch.map(({ line }) => [line, { state: 'failed', reason }])));
      isOver = true;
    }
  }
}

function outcomeOf(result: RowResult | undefined): RowOutcome {
  if (result === undefined) return { state: 'failed', reason: 'The response doesn’t mention this row.' };
  if (result.outcome === 'added') return { state: 'added' };
  if (result.outcome === 'exists') return { state: 'exists', name: result.entry?.name ?? '' };
  const problems = Object.entries(result.problems).map(([field, rule]) => `${field}: ${rule}`);
  return { state: 'refused', reason: problems.join('; ') };
}

/** Sums up the outcomes: “120 added, 3 already saved”. */
export function formatTally(outcomes: Iterable<RowOutcome>): string {
  const counts = { added: 0, exists: 0, refused: 0, failed: 0, untried: 0 };
  for (const { state } of outcomes) counts[state] += 1;
  const parts = [
    `${counts.added} added`,
    ...(counts.exists > 0 ? [`${counts.exists} already saved`] : []),
    ...(counts.refused > 0 ? [`${counts.refused} refused`] : []),
    ...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
    ...(counts.untried > 0 ? [`${counts.untried} not tried`] : []),
  ];
  return parts.join(', ');
}

/** Adds many entries and keeps the outcome of each line of the file. */
export function useImport() {
  const queryClient = useQueryClient();
  // Through the client, which knows when a session has ended.
  const { mutateAsync } = useMutation({
    mutationKey: [importBookEntries.id],
    mutationFn: async (rows: PlannedEntry[]) => (await call(importBookEntries, { body: { rows } })).results,
  });
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, RowOutcome>>(none);
  const [isRunning, setIsRunning] = useState(false);
  const [isStopping, setIsStopping] = useState(false);
  const running = useRef<AbortController>(undefined);

  const run = async (lines: readonly ImportLine[]) => {
    if (running.current !== undefined) return;
    const controller = new AbortController();
    running.current = controller;
    setIsRunning(true);
    await runImport(lines, {
      send: mutateAsync,
      onOutcomes: (more) => setOutcomes((before) => new Map([...before, ...more])),
      signal: controller.signal,
    });
    running.current = undefined;
    setIsRunning(false);
    setIsStopping(false);
    await refreshAfter(queryClient, importBookEntries);
  };
  return {
    outcomes,
    isRunning,
    /** It is stopping and completes the current request. */
    isStopping,
    run: (lines: readonly ImportLine[]) => void run(lines),
    stop: () => {
      setIsStopping(true);
      running.current?.abort();
    },
    forget: () => setOutcomes(none),
  };
}

const none: ReadonlyMap<number, RowOutcome> = new Map();
