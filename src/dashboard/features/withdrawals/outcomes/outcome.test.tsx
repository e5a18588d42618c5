import { expect, it } from 'vitest';
import type { WithdrawalOutcome } from '#contract/gateway/withdrawal-outcomes.ts';
import { decimal } from '#domain/decimal.ts';
import { markupOf } from '#dashboard/entities/aml/aml-testing.tsx';
import { OutcomeFacts } from './outcome.tsx';

const sentAt = '2026-11-22T02:03:04.000Z';
const outcome: WithdrawalOutcome = {
  id: 'out_1',
  external_id: 'payroll 1',
  state: 'outcome_unknown',
  network: 'trx',
  currency: 'USDT',
  amount: decimal('5'),
  recipient_wallet: 'TRecipient',
  sender: 'exchange',
  sender_wallet: null,
  requested_by: null,
  via: 'session',
  attempts: 1,
  first_attempt_at: sentAt,
  last_attempt_at: sentAt,
  request_id: null,
  refusal: null,
  unknown_because: null,
  checks: 0,
  last_checked_at: null,
  last_finding: null,
  provable_at: null,
  next_check_at: null,
  handled: null,
};

function senderOf(changes: Pick<WithdrawalOutcome, 'via' | 'requested_by'>): string | undefined {
  const html = markupOf(<OutcomeFacts outcome={{ ...outcome, ...changes }} />);
  return / (by [^<]+)</.exec(html.slice(html.indexOf('Sent')).replaceAll('<!-- -->', ''))?.[1];
}

it('names who sent a withdrawal, and the key only of a program', () => {
  expect(senderOf({ via: 'session', requested_by: 'Priya Nair' })).toBe('by Priya Nair');
  expect(senderOf({ via: 'session', requested_by: null })).toBe('by a person');
  expect(senderOf({ via: 'program', requested_by: 'Payroll' })).toBe('by a program with the key “Payroll”');
  expect(senderOf({ via: 'program', requested_by: null })).toBe('by a program');
});
