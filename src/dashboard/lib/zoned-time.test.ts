import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clockInZone,
  firstMomentAt,
  formatExactInstant,
  formatInstant,
  isTimeZone,
  lastMomentAt,
  momentBefore,
  momentsAt,
  offsetsDiffer,
  zoneCity,
  zoneLabel,
  zoneName,
} from './zoned-time.ts';
import { instant, instants, zones } from './zones.arbitrary.ts';

const clock = (text: string) => new Date(`${text.replace(' ', 'T')}Z`);

describe('a moment in a zone', () => {
  it.each([
    ['a transaction time', '2026-11-21 14:30:12.123456+00'],
    ['an exchange time, which is UTC without saying so', '2026-11-21 14:30:12.123456'],
    ['a withdrawal time', '2026-11-21T14:30:12.123Z'],
  ])('is what a clock there shows, for %s', (_shape, text) => {
    expect(formatInstant(instant(text), 'UTC')).toBe('2026-11-21 14:30:12');
    expect(formatInstant(instant(text), 'Europe/Berlin')).toBe('2026-11-21 15:30:12');
    expect(formatInstant(instant(text), 'America/New_York')).toBe('2026-11-21 09:30:12');
    expect(formatInstant(instant(text), 'Australia/Lord_Howe')).toBe('2026-11-22 01:30:12');
    expect(formatInstant(instant(text), 'Asia/Kathmandu')).toBe('2026-11-21 20:15:12');
  });

  it('keeps its microseconds and its offset where it is shown exactly', () => {
    const moment = instant('2026-11-21 14:30:12.123456+00');
    expect(formatExactInstant(moment, 'UTC')).toBe('2026-11-21 14:30:12.123456 +00:00');
    expect(formatExactInstant(moment, 'America/New_York')).toBe('2026-11-21 09:30:12.123456 -05:00');
  });

  it.each([
    ['Europe/Berlin', '2026-03-29T00:59:59Z', '2026-03-29 01:59:59', '2026-03-29 03:00:00'],
    ['America/New_York', '2026-03-08T06:59:59Z', '2026-03-08 01:59:59', '2026-03-08 03:00:00'],
    ['Australia/Lord_Howe', '2026-10-03T15:29:59Z', '2026-10-04 01:59:59', '2026-10-04 02:30:00'],
  ])('jumps in %s when clocks go forward', (zone, last, before, after) => {
    expect(formatInstant(instant(last), zone)).toBe(before);
    expect(formatInstant(instant(new Date(Date.parse(last) + 1000).toISOString()), zone)).toBe(after);
  });

  it.each([
    ['Europe/Berlin', '2026-10-25T00:30:00Z', 60, '2026-10-25 02:30:00', '+02:00', '+01:00'],
    ['America/New_York', '2026-11-01T05:30:00Z', 60, '2026-11-01 01:30:00', '-04:00', '-05:00'],
    ['Australia/Lord_Howe', '2026-04-04T14:45:00Z', 30, '2026-04-05 01:45:00', '+11:00', '+10:30'],
    // Two hours, and the first of them still on the day before in UTC.
    ['Antarctica/Troll', '2026-10-24T23:30:00Z', 120, '2026-10-25 01:30:00', '+02:00', '+00:00'],
  ])('says which of two it is in %s when clocks go back', (zone, first, minutes, shown, early, late) => {
    const second = new Date(Date.parse(first) + minutes * 60_000).toISOString();
    expect(formatInstant(instant(first), zone)).toBe(`${shown} ${early}`);
    expect(formatInstant(instant(second), zone)).toBe(`${shown} ${late}`);
    const longBefore = new Date(Date.parse(first) - 7_200_000).toISOString();
    const longAfter = new Date(Date.parse(second) + 7_200_000).toISOString();
    expect(formatInstant(instant(longBefore), zone)).toHaveLength(19);
    expect(formatInstant(instant(longAfter), zone)).toHaveLength(19);
  });

  it('has its offset where it is asked for, and never twice', () => {
    expect(formatInstant(instant('2026-10-01T00:30:04Z'), 'Europe/Berlin', true)).toBe(
      '2026-10-01 02:30:04 +02:00',
    );
    expect(formatInstant(instant('2026-10-25T00:30:00Z'), 'Europe/Berlin', true)).toBe(
      '2026-10-25 02:30:00 +02:00',
    );
  });

  it('can be at either end of time', () => {
    expect(formatInstant(instant('0001-01-01 00:00:00'), 'America/New_York')).toBe('0000-12-31 19:03:58');
    expect(formatInstant(instant('9999-12-31 23:59:59'), 'Europe/Berlin')).toBe('10000-01-01 00:59:59');
  });

  it('is found again by what the clock showed, once or twice', () => {
    fc.assert(
      fc.property(instants, zones, (moment, zone) => {
        const found = momentsAt(zone, clockInZone(zone, moment));
        expect(found).toContain(`${moment.slice(0, 23)}000Z`);
        expect(found.length).toBeLessThanOrEqual(2);
        expect(formatInstant(moment, zone)).toHaveLength(found.length === 2 ? 26 : 19);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the label of a zone', () => {
  it.each([
    ['UTC', '2026-07-01T00:00:00Z', 'UTC'],
    ['Europe/Berlin', '2026-07-01T00:00:00Z', 'UTC+02:00'],
    ['Europe/Berlin', '2026-12-01T00:00:00Z', 'UTC+01:00'],
    ['Europe/London', '2026-12-01T00:00:00Z', 'UTC+00:00'],
    ['America/New_York', '2026-07-01T00:00:00Z', 'UTC-04:00'],
    ['Australia/Lord_Howe', '2026-07-01T00:00:00Z', 'UTC+10:30'],
    ['America/New_York', '1850-07-01T00:00:00Z', 'UTC-04:56:02'],
  ])('of %s at %s is %s', (zone, moment, label) => {
    expect(zoneLabel(zone, instant(moment))).toBe(label);
  });

  it('is that of the moment, to the second of a change', () => {
    expect(zoneLabel('Europe/Berlin', instant('2026-10-25T00:59:59.999999Z'))).toBe('UTC+02:00');
    expect(zoneLabel('Europe/Berlin', instant('2026-10-25T01:00:00Z'))).toBe('UTC+01:00');
  });
});

describe('moments in a zone', () => {
  const october = '2026-10-01 00:30:04.187455+00';
  const november = '2026-11-21T12:00:00.000Z';

  it('differ in their offset where clocks have changed between them', () => {
    expect(offsetsDiffer([october, november], 'Europe/Berlin')).toBe(true);
    expect(offsetsDiffer([october, november], 'UTC')).toBe(false);
    expect(offsetsDiffer([october, october], 'Europe/Berlin')).toBe(false);
    expect(offsetsDiffer([october, undefined, 'yesterday', null], 'Europe/Berlin')).toBe(false);
    expect(offsetsDiffer([], 'Europe/Berlin')).toBe(false);
  });
});

describe('the time that a clock shows', () => {
  it('happens twice when clocks go back over it', () => {
    expect(momentsAt('Europe/Berlin', clock('2026-10-25 02:30:00'))).toEqual([
      '2026-10-25T00:30:00.000000Z',
      '2026-10-25T01:30:00.000000Z',
    ]);
    expect(firstMomentAt('Europe/Berlin', clock('2026-10-25 02:30:00'))).toBe('2026-10-25T00:30:00.000000Z');
    expect(lastMomentAt('Europe/Berlin', clock('2026-10-25 02:30:00'))).toBe('2026-10-25T01:30:00.000000Z');
  });

  it.each([
    ['Europe/Berlin', '2026-03-29 02:30:00', '2026-03-29T01:00:00.000000Z'],
    ['America/New_York', '2026-03-08 02:30:00', '2026-03-08T07:00:00.000000Z'],
    ['Australia/Lord_Howe', '2026-10-04 02:15:00', '2026-10-03T15:30:00.000000Z'],
    ['Pacific/Apia', '2011-12-30 12:00:00', '2011-12-30T10:00:00.000000Z'],
  ])('never happens in %s at %s: what comes next is the moment of the change', (zone, shown, change) => {
    expect(momentsAt(zone, clock(shown))).toEqual([]);
    expect(firstMomentAt(zone, clock(shown))).toBe(change);
    expect(lastMomentAt(zone, clock(shown))).toBe(change);
  });
});

it.each([
  ['Europe/Berlin', 'Berlin', 'Europe/Berlin'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires', 'America/Argentina/Buenos Aires'],
  ['UTC', 'UTC', 'UTC'],
  ['Etc/UTC', 'UTC', 'Etc/UTC'],
])('names the zone %s by no offset, since it changes', (iana, city, name) => {
  expect(zoneCity(iana)).toBe(city);
  expect(zoneName(iana)).toBe(name);
});

it('knows the zones that the browser knows, and no others', () => {
  expect(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Asia/Calcutta'].filter(isTimeZone)).toHaveLength(4);
  expect(['', 'local', 'Europe/Atlantis', '+02:00', 'constructor'].filter(isTimeZone)).toEqual([]);
});

it('gives the microsecond before a moment', () => {
  expect(momentBefore(instant('2026-03-01T00:00:00Z'))).toBe('2026-02-28T23:59:59.999999Z');
});
