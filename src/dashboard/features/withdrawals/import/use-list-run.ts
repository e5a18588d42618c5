import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { sendWithdrawal } from '../create/create.mutations.ts';
import { findRequest } from '../create/find-request.ts';
import { findOutcome, findStanding } from '../outcomes/outcome.queries.ts';
import { useSession } from '#dashboard/session/session.queries.ts';
import { createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { refreshAfter } from '#dashboard/api/changes.ts';
import { patiently } from './patiently.ts';
import { type Outcome, outcomeOf, runList } from './run-list.ts';
import type { ReadyRow } from './plan-list.ts';

/** Sends the rows of a list one after the other, and keeps what came of each line. It ends with its page. */
export function useListRun() {
  const queryClient = useQueryClient();
  const isRemote = useSession().mode === 'remote';
  // Through the client, which knows when a session has ended.
  const { mutateAsync } = useMutation({
    mutationKey: [createWithdrawalRequest.id],
    mutationFn: sendWithdrawal,
  });
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(none);
  const [isRunning, setIsRunning] = useState(false);
  const [isStopping, setIsStopping] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (rows: readonly ReadyRow[], onEnd: (isWhole: boolean) => void) => {
    if (running.current !== undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setIsRunning(true);
    const all = new Map(rows.map(({ line }): [number, Outcome] => [line, { state: 'untried' }]));
    await runList(rows, {
      send: async (body) => patiently(async () => mutateAsync(body), signal),
      find: async (externalId) => patiently(async () => findRequest(externalId), signal),
      ...(isRemote && {
        findOutcome: async (externalId) => patiently(async () => findOutcome(externalId), signal),
      }),
      now: serverNow,
      onOutcome: (line, outcome) => {
        all.set(line, outcome);
        setOutcomes((before) => new Map([...before, [line, outcome]]));
      },
      signal,
    });
    running.current = undefined;
    setIsRunning(false);
    setIsStopping(false);
    void refreshAfter(queryClient, createWithdrawalRequest);
    onEnd([...all.values()].every(({ state }) => state === 'made'));
  };
  /** Finds out anew how rows stand whose outcome was unknown. Sends nothing. Throws ApiError. */
  const checkOpen = async (rows: readonly ReadyRow[]) => {
    const { signal } = new AbortController();
    for (const { line, body } of rows) {
      const standing = await patiently(async () => findStanding(body, isRemote), signal);
      const outcome = outcomeOf(standing, 'No confirmation came.');
      setOutcomes((before) => new Map([...before, [line, outcome]]));
    }
  };
  return {
    outcomes,
    checkOpen,
    isRunning,
    /** It has been told to stop and brings the request at hand to its end. */
    isStopping,
    run: (rows: readonly ReadyRow[], onEnd: (isWhole: boolean) => void) => void run(rows, onEnd),
    stop: () => {
      setIsStopping(true);
      running.current?.abort();
    },
    forget: () => setOutcomes(none),
  };
}

const none: ReadonlyMap<number, Outcome> = new Map();
