import { expect, it } from 'vitest';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { type BatchOutcome, formatTally, runBatch, tallyOf } from './batch.ts';

const refused = new ApiError({ kind: 'refused', status: 400, message: 'The request is processing' });
const unanswered = new ApiError({
  kind: 'unreachable',
  status: 0,
  message: 'No response was received.',
  isOutcomeUnknown: true,
});
const signedOut = new ApiError({ kind: 'unauthenticated', status: 401, message: 'Your session has ended' });

type Given = {
  /** What the service answers to a change; without one it is made. */
  errors?: Record<string, Error>;
  wasDone?: (id: string) => Promise<boolean>;
  onOutcome?: (id: string, outcome: BatchOutcome) => void;
  signal?: AbortSignal;
};

/** Runs a batch of `a`, `b` and `c`. */
async function run({ errors = {}, wasDone, onOutcome, signal = new AbortController().signal }: Given) {
  const tried: string[] = [];
  const outcomes = new Map<string, BatchOutcome>();
  await runBatch(['a', 'b', 'c'], {
    idOf: (id) => id,
    run: (id) => {
      tried.push(id);
      return errors[id] ? Promise.reject(errors[id]) : Promise.resolve();
    },
    wasDone: async (id) => ((await (wasDone?.(id) ?? false)) ? { result: undefined } : undefined),
    onOutcome: (id, outcome) => {
      outcomes.set(id, outcome);
      onOutcome?.(id, outcome);
    },
    signal,
  });
  return { tried, outcomes: Object.fromEntries(outcomes) };
}

it('tries each, in order, and keeps the service’s words for the one that it refuses', async () => {
  const { tried, outcomes } = await run({ errors: { b: refused } });
  expect(tried).toEqual(['a', 'b', 'c']);
  expect(outcomes).toEqual({
    a: { state: 'done' },
    b: { state: 'failed', reason: 'The request is processing.' },
    c: { state: 'done' },
  });
});

it('reports which one it is at', async () => {
  const seen: string[] = [];
  await run({ onOutcome: (id, { state }) => seen.push(`${id} ${state}`) });
  expect(seen).toEqual(['a running', 'a done', 'b running', 'b done', 'c running', 'c done']);
});

it('looks up a change whose response was lost, and claims nothing if that fails too', async () => {
  const looked = await run({
    errors: { a: unanswered, b: unanswered },
    wasDone: (id) => Promise.resolve(id === 'a'),
  });
  expect(looked.outcomes['a']).toEqual({ state: 'done' });
  expect(looked.outcomes['b']).toEqual({ state: 'failed', reason: 'No response was received.' });

  const blind = await run({ errors: { a: unanswered }, wasDone: () => Promise.reject(unanswered) });
  expect(blind.outcomes['a']).toEqual({ state: 'unknown', reason: 'No response was received.' });
});

it('stops before the next item on request, and reports what it did not reach', async () => {
  const stopping = new AbortController();
  const { tried, outcomes } = await run({
    signal: stopping.signal,
    onOutcome: (id, { state }) => {
      if (id === 'a' && state === 'running') stopping.abort();
    },
  });
  expect(tried).toEqual(['a']);
  expect(outcomes).toEqual({
    a: { state: 'done' },
    b: { state: 'untried' },
    c: { state: 'untried' },
  });
});

it('stops without a session', async () => {
  const { tried, outcomes } = await run({ errors: { a: signedOut } });
  expect(tried).toEqual(['a']);
  expect(outcomes['c']).toEqual({ state: 'untried' });
});

it('counts and describes the outcomes, failures never left out', async () => {
  const { outcomes } = await run({ errors: { b: refused } });
  expect(formatTally(tallyOf(Object.values(outcomes)), 'deleted')).toBe('2 deleted, 1 not deleted');
  expect(formatTally({ done: 0, failed: 0, unknown: 1, untried: 2 }, 'deleted')).toBe(
    '0 deleted, 1 with an unknown outcome, 2 not tried',
  );
});
