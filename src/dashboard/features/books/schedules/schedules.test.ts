import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { previousPeriod } from '#domain/reports/report-days.ts';
import { firstDayAt, periodFrom, reportTimesOf, scheduleSteps } from '#domain/reports/scheduled-periods.ts';
import { instantFromDate } from '#domain/time.ts';
import { monthsOf } from '../reports/report-period.ts';
import { momentsOfPeriod } from '../statement/statement-period.ts';

const anyMoment = fc.date({
  min: new Date('2000-01-01'),
  max: new Date('2040-01-01'),
  noInvalidDate: true,
});

it('a scheduled report adds up the same spans of time as its page, in every zone', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...scheduleSteps),
      fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
      anyMoment,
      (step, zone, moment) => {
        const days = periodFrom(step, firstDayAt(step, instantFromDate(moment), zone));
        const period = momentsOfPeriod(days, zone);
        const months = monthsOf(days, period.to, zone).map(({ from, to }) => ({ from, to }));
        expect(reportTimesOf(days, zone)).toEqual({
          period,
          previous: momentsOfPeriod(previousPeriod(days), zone),
          months,
        });
      },
    ),
    { numRuns: 1_000 },
  );
});

it.each([
  ['month', '2026-03-01', '2026-04-01'],
  // A Sunday, when clocks in Berlin went forward, belongs to the week of the Monday before.
  ['week', '2026-03-23', '2026-03-30'],
  ['day', '2026-03-29', '2026-03-30'],
] as const)('the %s of a moment is in days of the zone', (step, from, to) => {
  const late = instantFromDate(new Date('2026-03-28T23:30:00Z'));
  expect(periodFrom(step, firstDayAt(step, late, 'Europe/Berlin'))).toEqual({ from, to });
});
