import { expect, it } from 'vitest';
import type { StatementFile } from '#contract/gateway/statement-files.ts';
import { filePeriod, formatBytes, progressText } from './file-labels.ts';

const file = (changes: Partial<StatementFile>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the labels are about.
  ({ format: 'pdf', entries: null, entries_done: 0, ...changes }) as StatementFile;

it('names the days of a file in its own zone', () => {
  const october = { from: '2026-09-30T22:00:00.000000Z', to: '2026-10-31T23:00:00.000000Z' };
  expect(filePeriod(file({ ...october, time_zone: 'Europe/Berlin' }))).toBe('2026-10-01 – 2026-10-31');
});

it('says how far a file is, as soon as that is known', () => {
  expect(progressText(file({}))).toBe('Preparing PDF…');
  expect(progressText(file({ format: 'xlsx', entries: 40_000, entries_done: 12_000 }))).toBe(
    'Preparing Excel: 12,000 of 40,000 entries',
  );
});

it('shows sizes in the unit that fits', () => {
  expect([0, 812, 14_249, 3_100_000, 25e9].map(formatBytes)).toEqual([
    '0 bytes',
    '812 bytes',
    '14.2 KB',
    '3.1 MB',
    '25.0 GB',
  ]);
});
