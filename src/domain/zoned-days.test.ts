import { expect, it } from 'vitest';
import { parseTimestamp, type Instant } from './time.ts';
import { beginsDay, formatDays } from './zoned-days.ts';

function at(text: string): Instant {
  const read = parseTimestamp(text);
  if (read === undefined) throw new RangeError(`“${text}” is no time.`);
  return read.instant;
}

it.each([
  ['UTC', '2026-11-01T00:00:00Z', true],
  ['UTC', '2026-11-01T00:00:00.000001Z', false],
  ['UTC', '2026-11-01T00:01:00Z', false],
  ['Europe/Berlin', '2026-10-31T23:00:00Z', true],
  ['Europe/Berlin', '2026-11-01T00:00:00Z', false],
  // Clocks went from midnight to one o’clock: the day began at one.
  ['America/Sao_Paulo', '2018-11-04T03:00:00Z', true],
  ['America/Sao_Paulo', '2018-11-04T02:00:00Z', false],
])('knows in %s whether a day begins at %s', (zone, text, expected) => {
  expect(beginsDay(at(text), zone)).toBe(expected);
});

it('names the first and the last day of a time whose end is excluded', () => {
  const month = { from: at('2026-09-30T22:00:00Z'), to: at('2026-10-31T23:00:00Z') };
  expect(formatDays(month, 'Europe/Berlin')).toBe('2026-10-01 – 2026-10-31');
  expect(formatDays({ from: at('2026-10-01T00:00:00Z'), to: at('2026-10-02T00:00:00Z') }, 'UTC')).toBe(
    '2026-10-01',
  );
});
