import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { zoneClock } from '#domain/zone-clock.ts';
import { formatExactInstant } from './zoned-time.ts';
import { instant, instants, zones } from './zones.arbitrary.ts';

it('writes files’ times as the console shows them, in any zone and order', () => {
  fc.assert(
    fc.property(zones, fc.array(instants, { minLength: 1, maxLength: 5 }), (zone, moments) => {
      const clock = zoneClock(zone);
      for (const moment of moments) {
        expect(clock(moment)).toBe(formatExactInstant(moment, zone).replace(' ', 'T').replace(' ', ''));
      }
    }),
  );
  expect(zoneClock('Europe/Berlin')(instant('2026-01-02T03:04:05.123456Z'))).toBe(
    '2026-01-02T04:04:05.123456+01:00',
  );
});
