import { expect, it } from 'vitest';
import { exportLists } from '../export-lists.ts';
import { transactionRow } from '../export-testing.ts';
import { makeCells } from './cells.ts';

const columns = exportLists.transactions.columns;

it.each([
  ['Europe/Berlin', '2026-03-29 00:59:59.999999+00', '2026-03-29T01:59:59.999999+01:00'],
  ['Europe/Berlin', '2026-03-29 01:00:00.000001+00', '2026-03-29T03:00:00.000001+02:00'],
  ['Europe/Berlin', '2026-10-25 00:30:00.5+00', '2026-10-25T02:30:00.500000+02:00'],
  ['Europe/Berlin', '2026-10-25 01:30:00.5+00', '2026-10-25T02:30:00.500000+01:00'],
  ['Asia/Kathmandu', '2026-01-01 00:00:00.123456', '2026-01-01T05:45:00.123456+05:45'],
  ['America/New_York', '2026-01-01T00:00:00.123Z', '2025-12-31T19:00:00.123000-05:00'],
  ['UTC', '2026-01-01 00:00:00.123456+00', '2026-01-01T00:00:00.123456+00:00'],
])('writes times in %s as ISO 8601 with offset and microseconds: %s', (zone, given, expected) => {
  expect(makeCells(columns, zone)(transactionRow({ created_at: given })).cells.at(-1)).toBe(expected);
});

it('leaves an unreadable time unchanged, and says so', () => {
  const { cells, problems } = makeCells(columns, 'UTC')(transactionRow({ created_at: 'yesterday' }));
  expect(cells.at(-1)).toBe('yesterday');
  expect(problems).toEqual(['created_at isn’t a valid time']);
});

it('refuses a zone that is not known', () => {
  expect(() => makeCells(columns, 'Europe/Atlantis')(transactionRow())).toThrow(RangeError);
});
