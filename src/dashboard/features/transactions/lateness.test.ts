import { expect, it } from 'vitest';
import type { Instant } from '#domain/time.ts';
import { lateness } from './lateness.ts';

const minute = 60_000;
const sentAt = '2026-11-21T12:00:00.000000Z' as Instant;
const after = (minutes: number) => Date.parse('2026-11-21T12:00:00Z') + minutes * minute;

it('is reached by the time since sending, against the fixed limit of network and direction', () => {
  const payment = { network: 'btc', direction: 'out', since: sentAt };
  expect(lateness(payment, after(180))).toBeUndefined();
  expect(lateness(payment, after(181))).toEqual({ ageMs: 181 * minute, limitMs: 180 * minute });
  // The sender of a deposit chooses its fee, so it may wait longer.
  expect(lateness({ ...payment, direction: 'in' }, after(181))).toBeUndefined();
  expect(lateness({ ...payment, network: 'trx' }, after(31))?.limitMs).toBe(30 * minute);
});

it('is not rated if no limit is known', () => {
  expect(lateness({ network: 'doge', direction: 'in', since: sentAt }, after(9_999))).toBeUndefined();
  expect(lateness({ network: 'btc', direction: 'sideways', since: sentAt }, after(9_999))).toBeUndefined();
});
