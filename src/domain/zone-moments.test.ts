import { expect, it } from 'vitest';
import { zoneMoments } from './zone-moments.ts';

const inBerlin = zoneMoments('Europe/Berlin');
const at = (clock: string) => inBerlin(new Date(`${clock}Z`)).map((moment) => moment.slice(0, 16));

it('finds the moment of a clock in summer and in winter', () => {
  expect(at('2026-01-31T12:00')).toEqual(['2026-01-31T11:00']);
  expect(at('2026-07-31T00:30')).toEqual(['2026-07-30T22:30']);
});

it('finds two moments when clocks go back, none when they go forward, and one around it', () => {
  expect(at('2026-10-25T02:30')).toEqual(['2026-10-25T00:30', '2026-10-25T01:30']);
  expect(at('2026-10-25T01:59')).toEqual(['2026-10-24T23:59']);
  expect(at('2026-10-25T03:00')).toEqual(['2026-10-25T02:00']);
  expect(at('2026-03-29T02:30')).toEqual([]);
  expect(at('2026-03-29T03:00')).toEqual(['2026-03-29T01:00']);
});

it('knows zones far from UTC, and refuses unknown ones', () => {
  expect(zoneMoments('Pacific/Kiritimati')(new Date('2026-01-01T00:00Z'))).toEqual([
    '2025-12-31T10:00:00.000000Z',
  ]);
  expect(zoneMoments('America/St_Johns')(new Date('2026-01-01T00:00Z'))).toEqual([
    '2026-01-01T03:30:00.000000Z',
  ]);
  expect(() => zoneMoments('Berlin')).toThrow(RangeError);
});
