import { describe, expect, it } from 'vitest';
import { outcomeStates, type WithdrawalOutcome } from '#contract/gateway/withdrawal-outcomes.ts';
import { decimal } from '#domain/decimal.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { bodyOf, emptyFields } from '../create/withdrawal-fields.ts';
import { isHeldOpen, standingOf, standingOfRequest } from './outcome.queries.ts';
import { outcomeWith } from './testing-outcome.ts';

const body = {
  ...bodyOf({
    ...emptyFields({ sender: 'exchange', network: 'trx', currency: 'USDT', wallet: '' }),
    recipient_wallet: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
    amount: '25',
  }),
  external_id: 'payout-1',
};
const same: Partial<WithdrawalOutcome> = { recipient_wallet: body.recipient_wallet };

describe('the outcome of a withdrawal that got no confirmation, with a remote provider', () => {
  it.each([
    ['confirmed', 'made'],
    ['refused', 'refused'],
    ['in_flight', 'open'],
    ['outcome_unknown', 'open'],
    ['not_created', 'sendable'],
    ['handled', 'handled'],
  ] as const)('with the stored state %s is %s', (state, kind) => {
    const outcome = outcomeWith({ ...same, state, request_id: state === 'confirmed' ? 'wd_1' : null });
    expect(standingOf(body, outcome).kind).toBe(kind);
  });

  it('can be sent again only where it was never sent, refused, or proved not to be created', () => {
    const kinds = outcomeStates.map((state) => standingOf(body, outcomeWith({ ...same, state })).kind);
    expect(kinds.filter((kind) => kind === 'sendable' || kind === 'refused')).toHaveLength(2);
    expect(standingOf(body, undefined)).toEqual({ kind: 'sendable', because: 'never sent' });
    const notCreated = (changes: object) =>
      standingOf(body, outcomeWith({ ...same, state: 'not_created', ...changes }));
    expect(notCreated({})).toEqual({ kind: 'sendable', because: 'not created' });
    expect(notCreated({ unknown_because: null })).toEqual({ kind: 'sendable', because: 'never sent' });
  });

  it.each([
    { amount: decimal('26') },
    { currency: 'USDC' },
    { recipient_wallet: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' },
  ])('is claimed by another one with %j, whatever its state', (other) => {
    for (const state of ['confirmed', 'outcome_unknown', 'handled'] as const) {
      expect(standingOf(body, outcomeWith({ ...same, state, ...other })).kind).toBe('claimed');
    }
  });
});

it('in front of our own service, a withdrawal without a request is made once when it is sent again', () => {
  expect(standingOfRequest(body, undefined)).toEqual({ kind: 'sendable', because: 'made once' });
  expect(standingOfRequest(body, { request_id: 'wd_1', amount: decimal('25') }).kind).toBe('made');
  expect(standingOfRequest(body, { request_id: 'wd_1', amount: decimal('26') }).kind).toBe('claimed');
});

const refusal = (data: object) => new ApiError({ kind: 'refused', status: 409, message: 'x', data });

it('is held open by a refusal that names its own external ID, and not by one that names another', () => {
  const held = { outcome: 'outcome_unknown', external_id: 'payout-1', next_check_at: null };
  expect(isHeldOpen(refusal(held), 'payout-1')).toBe(true);
  expect(isHeldOpen(refusal(held), 'payout-2')).toBe(false);
  expect(isHeldOpen(refusal({ ...held, outcome: 'handled' }), 'payout-1')).toBe(false);
  expect(isHeldOpen(new Error('x'), 'payout-1')).toBe(false);
});
