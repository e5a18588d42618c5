import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { bodyOf, emptyFields } from './withdrawal-fields.ts';
import { isRequestOf, isUnanswered } from './find-request.ts';

const recipient = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
const body = bodyOf({
  ...emptyFields({ sender: 'exchange', network: 'trx', currency: 'USDT', wallet: '' }),
  recipient_wallet: recipient,
  amount: '25.10',
});
const found = { recipient_wallet: recipient, amount: decimal('25.1'), network: 'TRX', currency: 'USDT' };

describe('a request that was found by its external id', () => {
  it('is the one that was sent, however a provider writes it', () => {
    expect(isRequestOf(body, found)).toBe(true);
    expect(isRequestOf(body, { ...found, recipient_wallet: 'TLa2f6V…5wYjU7' })).toBe(true);
    expect(isRequestOf(body, {})).toBe(true);
  });

  it.each([
    { amount: decimal('25.11') },
    { currency: 'USDC' },
    { network: 'eth' },
    { recipient_wallet: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' },
    { recipient_wallet: 'TJRabPr…jpRTv8' },
  ])('is another with %j', (other) => {
    expect(isRequestOf(body, { ...found, ...other })).toBe(false);
  });
});

it.each([
  ['unreachable', 0, true],
  ['unreachable', 504, true],
  ['server', 500, true],
  ['unreadable', 200, true],
  ['validation', 400, false],
  ['refused', 409, false],
  ['forbidden', 400, false],
  ['rate_limited', 429, false],
  ['unauthenticated', 401, false],
] as const)(
  'an answer of the kind %s, status %i, leaves open whether it was made: %s',
  (kind, status, isOpen) => {
    const isOutcomeUnknown = kind === 'server';
    expect(isUnanswered(new ApiError({ kind, status, message: 'x', isOutcomeUnknown }))).toBe(isOpen);
  },
);
