import * as fc from 'fast-check';
import { type Instant, parseTimestamp } from '#domain/time.ts';

/** Zones with every kind of change: whole and half hours, at midnight, a skipped day, a quarter hour off, none. */
export const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Atlantic/Azores',
  'America/St_Johns',
  'Pacific/Apia',
  'Pacific/Kiritimati',
);

/** Moments of the years that this software may see, to the microsecond. */
export const instants = fc
  .tuple(
    fc.date({ min: new Date('1975-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
    fc.nat({ max: 999 }),
  )
  .map(([date, micros]) => instant(`${date.toISOString().slice(0, 23)}${String(micros).padStart(3, '0')}Z`));

/** The instant of a published timestamp. Throws if there is none. */
export function instant(text: string): Instant {
  const read = parseTimestamp(text);
  if (read === undefined) throw new RangeError(`Not a timestamp: ${text}`);
  return read.instant;
}
