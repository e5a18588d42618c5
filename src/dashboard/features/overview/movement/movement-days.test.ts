import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { type Instant, toDate } from '#domain/time.ts';
import { momentBefore } from '#dashboard/lib/zoned-time.ts';
import { instant, instants, zones } from '#dashboard/lib/zones.arbitrary.ts';
import { daysUntil, sumByDay, totalsOf } from './movement-days.ts';

let made = 0;

function row(direction: 'in' | 'out', amount: string, at: string) {
  made += 1;
  const value = {
    transaction_id: `tx_${made}`,
    network: 'eth',
    direction,
    status: 'completed',
    amount: decimal(amount),
    currency: 'ETH',
    sender_wallet: '',
    recipient_wallet: '',
    hash: '',
    fee: decimal('1'),
    created_at: at,
  };
  return { isWhole: true as const, value, problems: [] as [] };
}

const hoursOf = ({ from, to }: { from: Instant; to: Instant }) =>
  (toDate(to).getTime() + 1 - toDate(from).getTime()) / 3_600_000;

describe('the days of a range', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Africa/Cairo', '2026-04-24', 23],
  ])('are as long as clocks in %s say: %s has %d hours', (zone, date, hours) => {
    const days = daysUntil(instant(`${date}T12:00:00Z`), 3, zone);
    expect(days.find((day) => day.date === date)).toSatisfy((day) => hoursOf(day) === hours);
    expect(days.filter((day) => day.date !== date).map(hoursOf)).toEqual([24, 24]);
  });

  it('follow one another without gap or overlap, and the last one holds now, in every zone', () => {
    fc.assert(
      fc.property(instants, zones, fc.constantFrom(7, 30, 90), (now, zone, count) => {
        const days = daysUntil(now, count, zone);
        const last = days.at(-1);
        expect(last && last.from <= now && now <= last.to).toBe(true);
        const ends = days.slice(0, -1).map(({ to }) => to);
        expect(days.slice(1).map(({ from }) => momentBefore(from))).toEqual(ends);
        // A day that the zone has skipped is missing.
        expect(days.length).toBeGreaterThanOrEqual(count - 1);
      }),
    );
  });

  it('leave out the day that Samoa skipped', () => {
    const dates = daysUntil(instant('2011-12-31T12:00:00Z'), 4, 'Pacific/Apia').map(({ date }) => date);
    expect(dates).toEqual(['2011-12-29', '2011-12-31', '2012-01-01']);
  });
});

describe('sums by day', () => {
  const now = instant('2026-10-26T12:00:00Z');

  it('put a transaction on the day that a clock in the zone showed, also where clocks change', () => {
    const rows = [
      row('in', '1', '2026-10-24 21:59:59.999999+00'),
      // The first and the last microsecond of a day of 25 hours.
      row('in', '2', '2026-10-24 22:00:00.000000+00'),
      row('in', '4', '2026-10-25 22:59:59.999999+00'),
      row('in', '8', '2026-10-25 23:00:00.000000+00'),
    ];
    const inBerlin = sumByDay(daysUntil(now, 3, 'Europe/Berlin'));
    inBerlin.addRows(rows);
    expect(inBerlin.sums().days.map((day) => [day.date, day.in])).toEqual([
      ['2026-10-24', '1'],
      ['2026-10-25', '6'],
      ['2026-10-26', '8'],
    ]);
    const inUtc = sumByDay(daysUntil(now, 3, 'UTC'));
    inUtc.addRows(rows);
    expect(inUtc.sums().days.map((day) => day.in)).toEqual(['3', '12', '0']);
  });

  it('keep every one of 18 decimals, and go below zero when more went out', () => {
    const sums = sumByDay(daysUntil(now, 1, 'UTC'));
    sums.addRows([
      row('in', '0.100000000000000001', '2026-10-26 01:00:00.000000+00'),
      row('in', '0.200000000000000002', '2026-10-26 02:00:00.000000+00'),
      row('out', '12345678901234567890.300000000000000004', '2026-10-26 03:00:00.000000+00'),
    ]);
    const [day] = sums.sums().days;
    expect(day).toMatchObject({
      in: '0.300000000000000003',
      out: '12345678901234567890.300000000000000004',
      net: '-12345678901234567890.000000000000000001',
      transactions: 3,
    });
    expect(totalsOf(sums.sums().days)).toEqual({
      in: day?.in,
      out: day?.out,
      net: day?.net,
      transactions: 3,
    });
  });

  it('add a row once, however often it is read, and continue earlier sums without changing them', () => {
    const days = daysUntil(now, 2, 'UTC');
    const [first, second] = [
      row('in', '5', '2026-10-25 01:00:00.000000+00'),
      row('out', '7', '2026-10-26 01:00:00.000000+00'),
    ];
    const begun = sumByDay(days);
    begun.addRows([first, first]);
    const earlier = begun.sums();
    const later = sumByDay(days, earlier);
    later.addRows([second, first]);
    expect(later.seen()).toBe(2);
    expect(later.sums().days.map(({ net }) => net)).toEqual(['5', '-7']);
    expect(earlier.days.map(({ net }) => net)).toEqual(['5', '0']);
    expect(earlier.ids.size).toBe(1);
  });

  it('count what cannot be added rather than guess', () => {
    const sums = sumByDay(daysUntil(now, 1, 'UTC'));
    const whole = row('in', '1', '2026-10-26 01:00:00.000000+00');
    const { amount: _, ...withoutAmount } = whole.value;
    sums.addRows([
      { isWhole: false, value: { ...withoutAmount, transaction_id: 'a' }, problems: ['amount is missing'] },
      { ...whole, value: { ...whole.value, transaction_id: 'b', direction: 'sideways' } },
      { ...whole, value: { ...whole.value, transaction_id: 'c', created_at: '2020-01-01 00:00:00+00' } },
    ]);
    expect(sums.sums()).toMatchObject({ unread: 3, days: [{ in: '0', out: '0', transactions: 0 }] });
  });
});
