import { expect, it } from 'vitest';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { type Outcome, runDeletions, tallyOf, tallyWords } from './run-deletions.ts';

const refused = new ApiError({ kind: 'refused', status: 400, message: 'The request is processing' });
const unanswered = new ApiError({
  kind: 'unreachable',
  status: 0,
  message: 'No answer came.',
  isOutcomeUnknown: true,
});
const signedOut = new ApiError({ kind: 'unauthenticated', status: 401, message: 'The session has ended' });

type Given = {
  /** What the service answers to a deletion; without one it deletes. */
  errors?: Record<string, Error>;
  isGone?: (id: string) => Promise<boolean>;
  onOutcome?: (id: string, outcome: Outcome) => void;
  signal?: AbortSignal;
};

/** Runs the deletion of `a`, `b` and `c`. */
async function run({ errors = {}, isGone, onOutcome, signal = new AbortController().signal }: Given) {
  const tried: string[] = [];
  const outcomes = new Map<string, Outcome>();
  await runDeletions(['a', 'b', 'c'], {
    remove: (id) => {
      tried.push(id);
      return errors[id] ? Promise.reject(errors[id]) : Promise.resolve();
    },
    isGone: isGone ?? (() => Promise.resolve(false)),
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
    a: { state: 'deleted' },
    b: { state: 'failed', reason: 'The request is processing.' },
    c: { state: 'deleted' },
  });
});

it('tells which one it is at', async () => {
  const seen: string[] = [];
  await run({ onOutcome: (id, { state }) => seen.push(`${id} ${state}`) });
  expect(seen).toEqual(['a deleting', 'a deleted', 'b deleting', 'b deleted', 'c deleting', 'c deleted']);
});

it('looks after a deletion that nobody answered, and claims nothing where that fails, too', async () => {
  const looked = await run({
    errors: { a: unanswered, b: unanswered },
    isGone: (id) => Promise.resolve(id === 'a'),
  });
  expect(looked.outcomes['a']).toEqual({ state: 'deleted' });
  expect(looked.outcomes['b']).toEqual({ state: 'failed', reason: 'No answer came.' });

  const blind = await run({ errors: { a: unanswered }, isGone: () => Promise.reject(unanswered) });
  expect(blind.outcomes['a']).toEqual({ state: 'unknown', reason: 'No answer came.' });
});

it('ends before the next one when it is told to, and says what it did not come to', async () => {
  const stopping = new AbortController();
  const { tried, outcomes } = await run({
    signal: stopping.signal,
    onOutcome: (id, { state }) => {
      if (id === 'a' && state === 'deleting') stopping.abort();
    },
  });
  expect(tried).toEqual(['a']);
  expect(outcomes).toEqual({
    a: { state: 'deleted' },
    b: { state: 'untried' },
    c: { state: 'untried' },
  });
});

it('does not go on without a session', async () => {
  const { tried, outcomes } = await run({ errors: { a: signedOut } });
  expect(tried).toEqual(['a']);
  expect(outcomes['c']).toEqual({ state: 'untried' });
});

it('counts and words what came of them, failures never left out', async () => {
  const { outcomes } = await run({ errors: { b: refused } });
  expect(tallyWords(tallyOf(Object.values(outcomes)))).toBe('2 deleted, 1 not deleted');
  expect(tallyWords({ deleted: 0, failed: 0, unknown: 1, untried: 2 })).toBe(
    '0 deleted, 1 of which it is not known, 2 not tried',
  );
});
