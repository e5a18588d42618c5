import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instant } from '#dashboard/lib/zones.arbitrary.ts';
import {
  bucketOf,
  dayCountOf,
  daysOf,
  longestPeriodDays,
  movementLinks,
  parseMovementUrl,
  rangeNames,
  writeMovementAddress,
} from './movement-address.ts';
import { bucketNames, defaultBucket, isBucketAllowed } from './movement-buckets.ts';

const parse = (search: string) => parseMovementUrl(new URLSearchParams(search));

const dates = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const customPeriods = fc
  .tuple(dates, dates)
  .map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a }))
  .filter((period) => dayCountOf(period) <= longestPeriodDays);

describe('the address of the movement', () => {
  it('returns every state that it was written from', () => {
    const states = fc
      .record({
        period: fc.oneof(fc.constantFrom(...rangeNames), customPeriods),
        currency: fc.constantFrom(undefined, 'BTC', 'USDT'),
        bucket: fc.constantFrom(...bucketNames),
        isCumulative: fc.boolean(),
        isTable: fc.boolean(),
        at: fc.constantFrom(undefined, '2026-11-01', '2026-10-31T23:00:00Z'),
      })
      .filter(({ bucket, period }) => isBucketAllowed(bucket, dayCountOf(period)));
    fc.assert(
      fc.property(states, (state) => {
        const read = parse(writeMovementAddress(state));
        expect({ ...read, bucket: bucketOf(read) }).toEqual(state);
      }),
    );
  });

  it('replaces each unknown value with its default', () => {
    expect(parse('range=today&currency=a%20b&view=table&bucket=year&cumulative=maybe')).toEqual({
      period: '30d',
      currency: undefined,
      bucket: undefined,
      isCumulative: false,
      isTable: true,
      at: undefined,
    });
  });

  it.each([
    'from=2026-01-01',
    'to=2026-01-01',
    'from=2026-02-01&to=2026-01-01',
    'from=2026-02-30&to=2026-03-01',
    'from=2026-02-01T10:00Z&to=2026-03-01',
    'from=2010-01-01&to=2026-03-01',
  ])('rejects %s as a period', (search) => {
    expect(parse(`${search}&range=7d`).period).toBe('7d');
  });

  it('has no more bars than the eye can separate, whatever the URL says', () => {
    const years = 'from=2017-01-01&to=2026-01-01';
    expect(bucketOf(parse(`${years}&bucket=day`))).toBe('month');
    expect(bucketOf(parse(`${years}&bucket=week`))).toBe('month');
    expect(bucketOf(parse('from=2025-01-01&to=2026-01-01&bucket=day'))).toBe('day');
  });

  it('leaves out what suits the period anyway', () => {
    for (const [days, bucket] of [
      [92, 'day'],
      [93, 'week'],
      [400, 'week'],
      [401, 'month'],
    ] as const)
      expect(defaultBucket(days)).toBe(bucket);
    const address = { ...parse(''), bucket: 'day' } as const;
    expect(writeMovementAddress(address)).toBe('');
    expect(writeMovementAddress({ ...address, bucket: 'week' })).toBe('?bucket=week');
  });
});

const now = instant('2026-11-21T12:00:00Z');

const datesOf = (from: string, to: string) => daysOf({ from, to }, now, 'UTC').map(({ date }) => date);

const bucket = (date: string) => {
  const [from, to] = [instant(`${date}T00:00:00Z`), instant(`${date}T23:59:59.999999Z`)];
  return { date, lastDate: date, from, to };
};

describe('the links of the movement', () => {
  const pin = '2026-11-21T12:00:00.000000Z';
  const listed = { isBooked: false, isPast: false };

  it('link to a completed day by its ends alone, and to the current one only as far as it was read', () => {
    const days = daysOf('7d', now, 'UTC');
    const links = movementLinks({ currency: 'BTC', period: '7d', days, pin: now, ...listed });
    const past = bucket('2026-11-20');
    const today = bucket('2026-11-21');
    expect(searchOf(links.of(past, 'out'))).toEqual({
      status: 'completed',
      currency: 'BTC',
      direction: 'out',
      created_from: past.from,
      created_to: past.to,
    });
    expect(searchOf(links.of(today))).toMatchObject({ until: pin });
    expect(links.transactions(today)).toBe(links.of(today));
    expect(searchOf(links.upTo(past))).toMatchObject({
      created_from: '2026-11-15T00:00:00.000000Z',
      created_to: past.to,
    });
    expect(searchOf(links.ofRange())).toMatchObject({ range: '7d', until: pin });
    expect(links.transactions()).toBe(links.ofRange());
  });

  it('lead to a custom period by its ends, which are those of days in the zone', () => {
    const period = { from: '2026-10-24', to: '2026-10-25' };
    const days = daysOf(period, now, 'Europe/Berlin');
    const { ofRange } = movementLinks({ currency: 'BTC', period, days, pin: now, ...listed });
    expect(searchOf(ofRange('in'))).toEqual({
      status: 'completed',
      currency: 'BTC',
      direction: 'in',
      created_from: '2026-10-23T22:00:00.000000Z',
      created_to: '2026-10-25T22:59:59.999999Z',
    });
  });

  it('lead to the statement of the same days by booking time, and to no list', () => {
    const days = daysOf('7d', now, 'UTC');
    const booked = { currency: 'BTC', period: '7d', days, isBooked: true } as const;
    const links = movementLinks({ ...booked, pin: now, isPast: false });
    expect(links.ofRange('in')).toBe('/books?from=2026-11-15&to=2026-11-22');
    expect(links.of(bucket('2026-11-21'))).toBe('/books?from=2026-11-21&to=2026-11-22');
    expect(links.upTo(bucket('2026-11-16'))).toBe('/books?from=2026-11-15&to=2026-11-17');
    expect([links.transactions(), links.transactions(bucket('2026-11-16'))]).toEqual([undefined, undefined]);
  });

  it('lead to no statement of a day that ends later than the past moment', () => {
    const days = daysOf('7d', now, 'UTC');
    const links = movementLinks({
      currency: 'BTC',
      period: '7d',
      days,
      isBooked: true,
      pin: now,
      isPast: true,
    });
    expect([links.ofRange(), links.of(bucket('2026-11-21'))]).toEqual([undefined, undefined]);
    expect(links.of(bucket('2026-11-20'))).toBe('/books?from=2026-11-20&to=2026-11-21');
  });

  it('have no days that are still to come', () => {
    expect(datesOf('2026-11-20', '2026-12-31')).toEqual(['2026-11-20', '2026-11-21']);
    expect(datesOf('2026-12-01', '2026-12-31')).toEqual([]);
  });
});

function searchOf(link = '') {
  return Object.fromEntries(new URL(link, 'http://console.example').searchParams);
}
