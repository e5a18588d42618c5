import type { WithdrawalOutcome } from '#contract/gateway/withdrawal-outcomes.ts';
import { decimal } from '#domain/decimal.ts';

/** A withdrawal of 25 USDT on Tron whose outcome is unknown, except for the changes. */
export function outcomeWith(changes: Partial<WithdrawalOutcome> = {}): WithdrawalOutcome {
  const at = '2026-01-02T03:04:05.000Z';
  return {
    id: 'out_1',
    external_id: 'payout-1',
    state: 'outcome_unknown',
    network: 'trx',
    currency: 'USDT',
    amount: decimal('25'),
    recipient_wallet: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
    sender: 'exchange',
    sender_wallet: null,
    requested_by: null,
    via: 'session',
    attempts: 1,
    first_attempt_at: at,
    last_attempt_at: at,
    request_id: null,
    refusal: null,
    unknown_because: 'The wallet service didn’t respond in time.',
    checks: 0,
    last_checked_at: null,
    last_finding: null,
    provable_at: at,
    next_check_at: at,
    handled: null,
    ...changes,
  };
}
