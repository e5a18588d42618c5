import type { StatementFile, StatementFormat } from '#contract/gateway/statement-files.ts';
import { formatCount, formatInteger } from '#domain/format.ts';
import type { Instant } from '#domain/time.ts';
import { periodText } from '#dashboard/lib/period-text.ts';
import { momentBefore } from '#dashboard/lib/zoned-time.ts';

export const formatLabels = {
  pdf: 'PDF',
  xlsx: 'Excel',
  csv: 'CSV',
} as const satisfies Record<StatementFormat, string>;

/** `2026-10-01 – 2026-10-31`, in the days of the file’s own zone. */
export function filePeriod({ from, to, time_zone: zone }: StatementFile): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server writes instants.
  const [start, end] = [from as Instant, to as Instant];
  return periodText(start, momentBefore(end), zone);
}

/** `Preparing PDF: 12,000 of 40,000 entries`. */
export function progressText({ format, entries, entries_done: done }: StatementFile): string {
  const what = `Preparing ${formatLabels[format]}`;
  return entries === null
    ? `${what}…`
    : `${what}: ${formatInteger(done)} of ${formatCount(entries, 'entry', 'entries')}`;
}

const units = ['bytes', 'KB', 'MB', 'GB'] as const;

/** `812 bytes`, `14.2 KB`, `3.1 MB`. */
export function formatBytes(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit === 0 ? 0 : 1;
  return `${size.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${units[unit]}`;
}
