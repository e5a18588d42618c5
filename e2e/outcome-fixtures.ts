import { newAddress } from './create-tasks.ts';

/** A withdrawal whose outcome is unknown, as the gateway returns it. */
export const unknownOutcome = (name: string, changes: object = {}) => ({
  id: `out_${name}`,
  external_id: `payout-${name}`,
  state: 'outcome_unknown',
  network: 'eth',
  currency: 'USDT',
  amount: '1250.5',
  recipient_wallet: newAddress(),
  sender: 'exchange',
  sender_wallet: null,
  requested_by: 'Back office',
  via: 'program',
  attempts: 2,
  first_attempt_at: '2026-01-02T03:04:05.000Z',
  last_attempt_at: '2026-01-02T03:04:05.000Z',
  request_id: null,
  refusal: null,
  unknown_because: 'The wallet service at provider.example does not answer in time. Try again later.',
  checks: 3,
  last_checked_at: '2026-01-02T03:05:05.000Z',
  last_finding: 'The wallet service doesn’t report how many withdrawals there are.',
  provable_at: '2026-01-02T03:14:05.000Z',
  next_check_at: '2026-01-02T03:06:05.000Z',
  handled: null,
  ...changes,
});

/** Withdrawals that had an unknown outcome for a time. */
export const resolvedOutcomes = [
  unknownOutcome('3', { state: 'confirmed', request_id: 'wd_1' }),
  unknownOutcome('4', { state: 'not_created' }),
  unknownOutcome('5', {
    state: 'handled',
    handled: { note: 'The provider says that it paid', by: null, at: '2026-01-02T04:04:05.000Z' },
  }),
];
