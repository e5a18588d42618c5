import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDate } from '#domain/time.ts';
import { rangeNames, resolveRange } from './date-range.ts';
import { clockInZone, momentBefore } from './zoned-time.ts';
import { instant, instants, zones } from './zones.arbitrary.ts';

const now = instant('2026-11-21T14:30:12.123456Z');

describe('a range of days', () => {
  it.each([
    ['today', '2026-11-20T23:00:00.000000Z', '2026-11-21T22:59:59.999999Z'],
    ['yesterday', '2026-11-19T23:00:00.000000Z', '2026-11-20T22:59:59.999999Z'],
    ['7d', '2026-11-14T23:00:00.000000Z', '2026-11-21T22:59:59.999999Z'],
    // Thirty days earlier, clocks in Berlin were an hour further ahead.
    ['30d', '2026-10-22T22:00:00.000000Z', '2026-11-21T22:59:59.999999Z'],
    ['90d', '2026-08-23T22:00:00.000000Z', '2026-11-21T22:59:59.999999Z'],
    ['month', '2026-10-31T23:00:00.000000Z', '2026-11-30T22:59:59.999999Z'],
    ['last-month', '2026-09-30T22:00:00.000000Z', '2026-10-31T22:59:59.999999Z'],
    ['quarter', '2026-09-30T22:00:00.000000Z', '2026-12-31T22:59:59.999999Z'],
  ] as const)('is that of the zone: %s', (range, from, to) => {
    expect(resolveRange(range, now, 'Europe/Berlin')).toEqual({ from, to });
  });

  it('runs over the ends of the year', () => {
    const newYear = instant('2027-01-01T00:30:00Z');
    expect(resolveRange('yesterday', newYear, 'UTC').from).toBe('2026-12-31T00:00:00.000000Z');
    expect(resolveRange('last-month', newYear, 'UTC')).toEqual({
      from: '2026-12-01T00:00:00.000000Z',
      to: '2026-12-31T23:59:59.999999Z',
    });
    expect(resolveRange('today', newYear, 'America/New_York').to).toBe('2027-01-01T04:59:59.999999Z');
    expect(resolveRange('quarter', instant('2026-12-31T12:00:00Z'), 'UTC').to).toBe(
      '2026-12-31T23:59:59.999999Z',
    );
  });

  it.each([
    ['Europe/Berlin', '2026-03-29T12:00:00Z', 23],
    ['Europe/Berlin', '2026-10-25T12:00:00Z', 25],
    ['America/New_York', '2026-03-08T12:00:00Z', 23],
    ['America/New_York', '2026-11-01T12:00:00Z', 25],
    ['Australia/Lord_Howe', '2026-10-04T00:00:00Z', 23.5],
    ['Australia/Lord_Howe', '2026-04-05T00:00:00Z', 24.5],
    // Clocks in Cairo jump from midnight to one: the day begins at one.
    ['Africa/Cairo', '2026-04-24T12:00:00Z', 23],
    ['Africa/Cairo', '2026-10-29T12:00:00Z', 25],
  ])('is as long as the day in %s around %s is', (zone, moment, hours) => {
    const { from, to } = resolveRange('today', instant(moment), zone);
    expect(lengthInMicros(from, to)).toBe(BigInt(hours * 3_600_000_000) - 1n);
  });

  it('holds now and begins with a day, in every zone', () => {
    const currentRanges = ['today', '7d', '30d', '90d', 'month', 'quarter'] as const;
    fc.assert(
      fc.property(instants, zones, fc.constantFrom(...currentRanges), (moment, zone, range) => {
        const { from, to = '' } = resolveRange(range, moment, zone);
        expect(from <= moment && moment <= to).toBe(true);
        const shownAt = clockInZone(zone, from).toISOString();
        const justBefore = clockInZone(zone, momentBefore(from)).toISOString();
        expect(justBefore.slice(0, 10) < shownAt.slice(0, 10)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['yesterday', 'today'],
    ['last-month', 'month'],
  ] as const)('of %s ends where %s begins, to the microsecond', (earlier, later) => {
    fc.assert(
      fc.property(instants, zones, (moment, zone) => {
        const { to } = resolveRange(earlier, moment, zone);
        expect(to).toBe(momentBefore(resolveRange(later, moment, zone).from));
      }),
      { numRuns: 1000 },
    );
  });
});

it('counts 24 hours back to the microsecond, whatever clocks did, and leaves the end open', () => {
  expect(resolveRange('24h', instant('2026-10-25T12:00:00.123456Z'), 'Europe/Berlin')).toEqual({
    from: '2026-10-24T12:00:00.123456Z',
    to: undefined,
  });
});

it('resolves every range that has a name', () => {
  for (const range of rangeNames) expect(resolveRange(range, now, 'UTC').from < now).toBe(true);
});

function lengthInMicros(from: string, to: string | undefined): bigint {
  return inMicros(to ?? '') - inMicros(from);
}

function inMicros(text: string): bigint {
  return BigInt(toDate(instant(text)).getTime()) * 1000n + BigInt(text.slice(23, 26));
}
