import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { importBookEntries } from '#contract/gateway/address-book.ts';
import { refreshAfter } from '#dashboard/api/changes.ts';
import { call } from '#dashboard/api/client.ts';
import type { PlannedEntry } from './plan-import.ts';
import { type ImportLine, type RowOutcome, runImport } from './run-import.ts';

/** Adds many entries, and keeps what came of each line of the file. */
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
    /** It has been told to stop and brings the request at hand to its end. */
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
