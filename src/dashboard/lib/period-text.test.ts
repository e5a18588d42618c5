import { describe, expect, it } from 'vitest';
import type { Instant } from '#domain/time.ts';
import { endOf, justAfter, periodText } from './period-text.ts';
import { instant } from './zones.arbitrary.ts';

it.each([
  ['2026-11-20T23:00:00Z', '2026-11-21T22:59:59.999999Z', '2026-11-21'],
  ['2026-10-31T23:00:00Z', '2026-11-30T22:59:59.999999Z', '2026-11-01 – 2026-11-30'],
  ['2026-11-21T07:00:00Z', '2026-11-21T14:30:11.999999Z', '2026-11-21 08:00 – 2026-11-21 15:30:12'],
  ['2026-10-31T23:00:00Z', undefined, 'from 2026-11-01'],
  ['2026-11-21T07:00:12.5Z', undefined, 'from 2026-11-21 08:00:12'],
  [undefined, '2026-11-30T22:59:59.999999Z', 'until 2026-11-30'],
  [undefined, '2026-11-21T07:00:00Z', 'until 2026-11-21 08:00'],
  [
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:29:59.999999Z',
    '2026-10-25 02:30 +02:00 – 2026-10-25 02:30 +01:00',
  ],
  [undefined, undefined, ''],
])('writes %s to %s in Berlin as %s', (from, to, text) => {
  const [start, end] = [from, to].map((time) => (time === undefined ? undefined : instant(time)));
  expect(periodText(start, end, 'Europe/Berlin')).toBe(text);
});

it('treats a day that begins at one, because clocks skipped midnight, as a whole day', () => {
  const [from, to] = [instant('2026-04-23T22:00:00Z'), instant('2026-04-24T20:59:59.999999Z')];
  expect(periodText(from, to, 'Africa/Cairo')).toBe('2026-04-24');
});

it.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo'])(
  'writes the first and the last moment that there are in %s',
  (iana) => {
    const [first, last] = [instant('0001-01-01T00:00:00Z'), instant('9999-12-31T23:59:59.999999Z')];
    expect(periodText(first, undefined, iana)).toMatch(/^from /);
    expect(periodText(undefined, last, iana)).toMatch(/^until /);
    expect(endOf(last)).toBeUndefined();
  },
);

describe('the moment just after another', () => {
  it.each([
    ['2026-11-21T12:00:00.000000Z', '2026-11-21T12:00:00.000001Z'],
    ['2026-11-21T12:00:00.999998Z', '2026-11-21T12:00:00.999999Z'],
    ['2026-12-31T23:59:59.999999Z', '2027-01-01T00:00:00.000000Z'],
  ])('%s is followed by %s', (moment, next) => {
    expect(justAfter(moment as Instant)).toBe(next);
  });
});
