import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { startOfDay } from '#domain/zoned-days.ts';
import { firstMomentAt } from './zoned-time.ts';

const inBrowser = (date: string, zone: string) => firstMomentAt(zone, new Date(`${date}T00:00:00Z`));

it.each([
  ['Europe/Berlin', '2026-03-29'],
  ['America/Santiago', '2026-09-06'],
  ['Africa/Cairo', '2026-04-24'],
  ['Asia/Beirut', '2026-03-29'],
  ['America/Havana', '2026-11-01'],
  ['Pacific/Apia', '2011-12-30'],
])('a day of %s begins at the same moment for server and page: %s', (zone, date) => {
  expect(startOfDay(date, zone)).toBe(inBrowser(date, zone));
});

it('every day of every zone begins at the same moment for server and page', () => {
  const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.constantFrom(...Intl.supportedValuesOf('timeZone')), day, (zone, at) => {
      const date = at.toISOString().slice(0, 10);
      expect(startOfDay(date, zone)).toBe(inBrowser(date, zone));
    }),
    { numRuns: 2_000 },
  );
});
