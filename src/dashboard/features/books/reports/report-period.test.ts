import { describe, expect, it } from 'vitest';
import type { Instant } from '#domain/time.ts';
import { previousPeriod } from '#domain/reports/report-days.ts';
import { monthsOf, periodOfRange } from './report-period.ts';

const now = '2026-11-26T12:00:00.000000Z' as Instant;

describe('the months of a period', () => {
  it('begin at midnight of the zone, before and after its clocks change, and leave no gap', () => {
    const months = monthsOf({ from: '2026-02-01', to: '2026-12-01' }, now, 'Europe/Berlin');
    expect(months.map(({ name }) => name).slice(0, 3)).toEqual(['February 2026', 'March 2026', 'April 2026']);
    expect(months.map(({ from }) => from.slice(0, 16))).toEqual([
      '2026-01-31T23:00',
      '2026-02-28T23:00',
      '2026-03-31T22:00',
      '2026-04-30T22:00',
      '2026-05-31T22:00',
      '2026-06-30T22:00',
      '2026-07-31T22:00',
      '2026-08-31T22:00',
      '2026-09-30T22:00',
      '2026-10-31T23:00',
    ]);
    expect(months.slice(1).map(({ from }) => from)).toEqual(months.slice(0, -1).map(({ to }) => to));
  });

  it('are cut at the period’s ends, and say so', () => {
    const months = monthsOf({ from: '2026-08-10', to: '2026-10-06' }, now, 'UTC');
    expect(months.map(({ name }) => name)).toEqual([
      '2026-08-10 – 2026-08-31',
      'September 2026',
      '2026-10-01 – 2026-10-05',
    ]);
    expect(months.at(-1)?.to).toBe('2026-10-06T00:00:00.000000Z');
  });

  it('leave out what is still to come', () => {
    expect(monthsOf({ from: '2026-10-01', to: '2027-01-01' }, now, 'UTC').map(({ date }) => date)).toEqual([
      '2026-10-01',
      '2026-11-01',
    ]);
    expect(monthsOf({ from: '2027-01-01', to: '2027-02-01' }, now, 'UTC')).toEqual([]);
  });
});

it('compares whole months with as many whole months, and days with as many days', () => {
  expect(previousPeriod({ from: '2026-03-01', to: '2026-04-01' })).toEqual({
    from: '2026-02-01',
    to: '2026-03-01',
  });
  expect(previousPeriod({ from: '2026-01-01', to: '2027-01-01' }).from).toBe('2025-01-01');
  expect(previousPeriod({ from: '2026-03-02', to: '2026-04-01' })).toEqual({
    from: '2026-01-31',
    to: '2026-03-02',
  });
});

it('means twelve whole months that end with the last month, whose end is that of the zone', () => {
  const firstHour = '2026-10-31T23:30:00.000000Z' as Instant;
  expect(periodOfRange('12-months', firstHour, 'UTC')).toEqual({ from: '2025-10-01', to: '2026-10-01' });
  expect(periodOfRange('12-months', firstHour, 'Europe/Berlin')).toEqual({
    from: '2025-11-01',
    to: '2026-11-01',
  });
});
