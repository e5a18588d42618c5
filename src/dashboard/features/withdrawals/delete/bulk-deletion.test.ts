import { expect, it } from 'vitest';
import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { decimal } from '#domain/decimal.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { type Outcome, planOf, releasedBy, runDeletions, tallyOf, formatTally } from './bulk-deletion.ts';

const request = (changes: Partial<WithdrawalDetail> = {}): Partial<WithdrawalDetail> => ({
  status: 'new',
  currency: 'USDT',
  amount: decimal('25'),
  fee: decimal('1.5'),
  fee_included: false,
  ...changes,
});
const found = (value: Partial<WithdrawalDetail>) => ({
  state: 'found' as const,
  value: { isWhole: false as const, value, problems: [] },
});

it('plans to delete what is new, and sets everything else aside with the reason, in the given order', () => {
  const plan = planOf([
    { id: 'a', found: found(request()) },
    { id: 'b', found: found(request({ status: 'processing' })) },
    { id: 'c', found: { state: 'absent' } },
    { id: 'd', found: new Error('No response was received.') },
    { id: 'e', found: found({ amount: decimal('1') }) },
    { id: 'f', found: { state: 'unknown', reason: 'Its list is too long.' } },
  ]);
  expect(plan.map(({ id, setAside }) => [id, setAside])).toEqual([
    ['a', null],
    ['b', 'Only new withdrawals can be deleted. This one is processing.'],
    ['c', 'It no longer exists.'],
    ['d', 'It couldn’t be loaded: No response was received.'],
    ['e', 'Only new withdrawals can be deleted. This one is unreadable.'],
    ['f', 'It couldn’t be loaded: Its list is too long.'],
  ]);
});

it('adds up what is released per currency, to the last digit, by who pays the fee', () => {
  const eth = { currency: 'ETH', fee: decimal('0.001') };
  expect(
    releasedBy([
      request(),
      request({ ...eth, amount: decimal('0.100000000000000001'), fee_included: true }),
      request({ fee_included: true }),
      request({ ...eth, amount: decimal('0.2') }),
    ]),
  ).toEqual([
    { currency: 'USDT', requests: 2, amount: '50', released: '51.5', unknown: 0 },
    {
      currency: 'ETH',
      requests: 2,
      amount: '0.300000000000000001',
      released: '0.301000000000000001',
      unknown: 0,
    },
  ]);
});

it('says of how many it is not known what they hold, and leaves them out of both sums', () => {
  const { fee_included: _, ...untold } = request();
  expect(releasedBy([request(), untold])).toEqual([
    { currency: 'USDT', requests: 2, amount: '25', released: '26.5', unknown: 1 },
  ]);
});

const refused = new ApiError({ kind: 'refused', status: 400, message: 'The request is processing' });
const unanswered = new ApiError({
  kind: 'unreachable',
  status: 0,
  message: 'No response was received.',
  isOutcomeUnknown: true,
});
const signedOut = new ApiError({ kind: 'unauthenticated', status: 401, message: 'Your session has ended' });

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
  expect(looked.outcomes['b']).toEqual({ state: 'failed', reason: 'No response was received.' });

  const blind = await run({ errors: { a: unanswered }, isGone: () => Promise.reject(unanswered) });
  expect(blind.outcomes['a']).toEqual({ state: 'unknown', reason: 'No response was received.' });
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
  expect(formatTally(tallyOf(Object.values(outcomes)))).toBe('2 deleted, 1 not deleted');
  expect(formatTally({ deleted: 0, failed: 0, unknown: 1, untried: 2 })).toBe(
    '0 deleted, 1 with an unknown outcome, 2 not tried',
  );
});
