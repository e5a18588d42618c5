import { describe, expect, it } from 'vitest';
import { instant } from './zones.arbitrary.ts';
import { justBefore, parseAsOf, searchAt } from './as-of.ts';
import { formatAsOf, quickMoments } from './as-of-text.ts';

const now = instant('2026-11-21T12:00:00Z');
const parse = (at: string, iana = 'UTC') => parseAsOf(new URLSearchParams({ at }), now, iana);

describe('the moment of an address', () => {
  it('is now without one', () => {
    expect(parseAsOf(new URLSearchParams(), now, 'UTC')).toEqual({ kind: 'now' });
    expect(parse('')).toEqual({ kind: 'now' });
  });

  it('is the same in every zone, and of a date the beginning of that day in the zone', () => {
    const at = instant('2026-10-31T23:00:00Z');
    for (const iana of ['UTC', 'America/New_York']) {
      expect(parse('2026-10-31T23:00:00Z', iana)).toEqual({ kind: 'past', at });
    }
    expect(parse('2026-11-01', 'Europe/Berlin')).toEqual({ kind: 'past', at });
  });

  it('is never now where it can’t be read or is still to come', () => {
    for (const text of ['yesterday', '2026-13-01', '2026-11']) {
      expect(parse(text)).toEqual({ kind: 'unreadable' });
    }
    expect(parse('2026-11-21T12:00:00Z')).toEqual({ kind: 'past', at: now });
    expect(parse('2026-11-21T12:00:00.000001Z')).toEqual({ kind: 'future' });
    expect(parse('2026-11-22')).toEqual({ kind: 'future' });
  });

  it('is read back from where it was written, and the rest of the address stays', () => {
    for (const at of [instant('2026-10-31T23:00:00Z'), instant('2026-10-31T23:00:00.000001Z')]) {
      const search = new URLSearchParams(searchAt(new URLSearchParams('by=type'), at));
      expect(search.get('by')).toBe('type');
      expect(parseAsOf(search, now, 'Asia/Tokyo')).toEqual({ kind: 'past', at });
      expect(searchAt(search, undefined)).toBe('?by=type');
    }
  });
});

it('is one click away at the end of a day of the zone', () => {
  expect(quickMoments(now, 'Europe/Berlin')).toEqual([
    { label: 'End of yesterday', at: '2026-11-20T23:00:00.000000Z' },
    { label: 'End of last month', at: '2026-10-31T23:00:00.000000Z' },
  ]);
});

it.each([
  ['2026-10-31T23:00:00Z', 'Europe/Berlin', 'October 31, 2026, end of day'],
  ['2026-10-31T23:00:00Z', 'UTC', 'October 31, 2026, 23:00'],
  ['2026-10-31T14:30:05Z', 'UTC', 'October 31, 2026, 14:30:05'],
  // In the hour that clocks repeat, the offset tells which one it is.
  ['2026-10-25T01:30:00Z', 'Europe/Berlin', 'October 25, 2026, 02:30 +01:00'],
  // A day that begins at 1 am.
  ['2018-11-04T03:00:00Z', 'America/Sao_Paulo', 'November 3, 2018, end of day'],
])('shows %s in %s as %s', (at, iana, text) => {
  expect(formatAsOf(instant(at), iana)).toBe(text);
});

it('has a last microsecond before it', () => {
  expect(justBefore(instant('2026-11-01T00:00:00Z'))).toBe('2026-10-31T23:59:59.999999Z');
  expect(justBefore(instant('2026-11-01T00:00:00.000100Z'))).toBe('2026-11-01T00:00:00.000099Z');
});
