import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Instant,
  instantFromDate,
  lastMomentOfDay,
  nextMicrosecond,
  parseDateTimeParameter,
  parseTimestamp,
  previousMicrosecond,
  toDate,
  writeExchangeTime,
  writeIsoTime,
  writeTransactionTime,
} from './time.ts';

const dates = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});
const micros = fc.nat({ max: 999 }).map((n) => String(n).padStart(3, '0'));

describe('parseTimestamp', () => {
  it.each([
    ['2026-01-02 03:04:05.123456+00', '2026-01-02T03:04:05.123456Z', 'stated'],
    ['2026-01-02 03:04:05.123456', '2026-01-02T03:04:05.123456Z', 'assumed'],
    ['2026-01-02T03:04:05.123Z', '2026-01-02T03:04:05.123000Z', 'stated'],
    ['2026-01-02T03:04:05', '2026-01-02T03:04:05.000000Z', 'assumed'],
    ['2026-01-02 03:04:05.1+00:00', '2026-01-02T03:04:05.100000Z', 'stated'],
    ['2026-01-02 03:04:05.123456789Z', '2026-01-02T03:04:05.123456Z', 'stated'],
    ['2026-01-02 03:04:05.999999999+0530', '2026-01-01T21:34:05.999999Z', 'stated'],
    ['2026-01-01 00:30:00-01:30', '2026-01-01T02:00:00.000000Z', 'stated'],
    ['2024-02-29 23:59:59.000001+00', '2024-02-29T23:59:59.000001Z', 'stated'],
    ['2000-02-29 00:00:00', '2000-02-29T00:00:00.000000Z', 'assumed'],
    ['0001-01-01 00:00:00', '0001-01-01T00:00:00.000000Z', 'assumed'],
    ['9999-12-31 23:59:59.999999', '9999-12-31T23:59:59.999999Z', 'assumed'],
  ])('reads %s', (text, instant, zone) => {
    expect(parseTimestamp(text)).toEqual({ instant, zone });
  });

  it.each([
    '2026-02-30 00:00:00',
    '2026-02-29 00:00:00',
    '1900-02-29 00:00:00',
    '2026-04-31 00:00:00',
    '2026-00-10 00:00:00',
    '2026-13-10 00:00:00',
    '2026-01-00 00:00:00',
    '2026-01-32 00:00:00',
    '2026-01-02 24:00:00',
    '2026-01-02 23:60:00',
    '2026-01-02 23:59:60',
    '2026-01-02 03:04:05.1234567890',
    '2026-01-02 03:04:05.',
    '2026-01-02 03:04:05+16',
    '2026-01-02 03:04:05+00:60',
    '2026-01-02 03:04:05+0',
    '2026-01-02 03:04:05 +00',
    '2026-01-02 03:04',
    '2026-01-02',
    '2026-1-2 03:04:05',
    ' 2026-01-02 03:04:05',
    '2026-01-02 03:04:05\n',
    '0000-12-31 00:00:00',
    '0001-01-01 00:00:00+01',
    '9999-12-31 23:59:59-01',
    '+12026-01-02T03:04:05Z',
    '２026-01-02 03:04:05',
    '1767323045',
    '',
  ])('refuses %j', (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });

  it('reads every offset back to the same moment', () => {
    fc.assert(
      fc.property(
        dates,
        micros,
        fc.integer({ min: -15 * 60, max: 15 * 60 }),
        fc.constantFrom(':', ''),
        (date, us, offset, colon) => {
          const local = new Date(date.getTime() + offset * 60_000);
          fc.pre(local.getUTCFullYear() >= 1 && local.getUTCFullYear() <= 9999);
          const zone = `${offset < 0 ? '-' : '+'}${twoDigits(Math.abs(offset) / 60)}${colon}${twoDigits(Math.abs(offset) % 60)}`;
          expect(parseTimestamp(`${local.toISOString().slice(0, 23)}${us}${zone}`)?.instant).toBe(
            `${date.toISOString().slice(0, 23)}${us}Z`,
          );
        },
      ),
    );
  });
});

describe('instants', () => {
  it('are written in the three published shapes and read back', () => {
    fc.assert(
      fc.property(dates, micros, (date, us) => {
        const read = parseTimestamp(`${date.toISOString().slice(0, 23)}${us}Z`);
        if (!read) throw new Error('unread');
        const { instant } = read;
        expect(parseTimestamp(writeTransactionTime(instant))).toEqual({ instant, zone: 'stated' });
        expect(parseTimestamp(writeExchangeTime(instant))).toEqual({ instant, zone: 'assumed' });
        expect(writeIsoTime(instant)).toBe(date.toISOString());
        expect(toDate(instant)).toEqual(date);
      }),
    );
    const instant = instantFromDate(new Date('2026-01-02T03:04:05.678Z'));
    expect(writeTransactionTime(instant)).toBe('2026-01-02 03:04:05.678000+00');
    expect(writeExchangeTime(instant)).toBe('2026-01-02 03:04:05.678000');
    expect(writeIsoTime(instant)).toBe('2026-01-02T03:04:05.678Z');
  });

  it('sort as text in the order of time', () => {
    fc.assert(
      fc.property(dates, dates, (a, b) => {
        expect(instantFromDate(a) < instantFromDate(b)).toBe(a < b);
        expect(toDate(instantFromDate(a))).toEqual(a);
      }),
    );
  });

  it('are not made of dates that have none', () => {
    for (const date of [new Date(Number.NaN), new Date(8.64e15), new Date('0000-12-31T23:59:59.999Z')]) {
      expect(() => instantFromDate(date)).toThrow(RangeError);
    }
  });
});

describe('lastMomentOfDay', () => {
  it('is on the same day, and one microsecond before the next', () => {
    fc.assert(
      fc.property(dates, (date) => {
        const instant = instantFromDate(date);
        const last = lastMomentOfDay(instant);
        expect(last >= instant && last.startsWith(instant.slice(0, 10))).toBe(true);
        expect(parseTimestamp(last)).toEqual({ instant: last, zone: 'stated' });
        expect(new Date(toDate(last).getTime() + 1).toISOString()).toMatch(/T00:00:00\.000Z$/);
        expect(last.endsWith('.999999Z')).toBe(true);
      }),
    );
  });
});

describe('nextMicrosecond, and previousMicrosecond back', () => {
  it.each([
    ['2026-01-02T03:04:05.123455Z', '2026-01-02T03:04:05.123456Z'],
    ['2026-01-02T03:04:05.000009Z', '2026-01-02T03:04:05.000010Z'],
    ['2026-01-02T03:04:05.123999Z', '2026-01-02T03:04:05.124000Z'],
    ['2027-12-31T23:59:59.999999Z', '2028-01-01T00:00:00.000000Z'],
  ])('follows %s', (instant, next) => {
    expect(nextMicrosecond(instant as Instant)).toBe(next);
    expect(previousMicrosecond(next as Instant)).toBe(instant);
  });
});

describe('parseDateTimeParameter', () => {
  it.each([
    ['2026-01-02', '2026-01-02T00:00:00.000000Z', true],
    ['2026-01-02T03:04', '2026-01-02T03:04:00.000000Z', false],
    ['2026-01-02T03:04Z', '2026-01-02T03:04:00.000000Z', false],
    ['2026-01-02T03:04:05', '2026-01-02T03:04:05.000000Z', false],
    ['2026-01-02T03:04:05.123456+02:00', '2026-01-02T01:04:05.123456Z', false],
  ])('reads %s', (text, instant, isDateOnly) => {
    expect(parseDateTimeParameter(text)).toEqual({ instant, isDateOnly });
  });

  it.each([
    '',
    '2026',
    '2026-02-30',
    '2026-01-02Z',
    '2026-01-02 03:04:05',
    '2026-01-02T',
    '2026-01-02T03',
    '2026-01-02T24:00',
    '2026-01-02T03:04:05 00:00',
    'yesterday',
    '0000-01-01',
    '0001-01-01T00:00+00:01',
    "2026-01-02'; --",
  ])('refuses %j', (text) => {
    expect(parseDateTimeParameter(text)).toBeUndefined();
  });
});

function twoDigits(n: number): string {
  return String(Math.trunc(n)).padStart(2, '0');
}
