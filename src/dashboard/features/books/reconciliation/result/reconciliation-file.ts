import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import {
  listReconciliationLines,
  type ReconciledLine,
  type Reconciliation,
} from '#contract/gateway/reconciliations.ts';
import type { Session } from '#contract/gateway/sessions.ts';
import { canonicalRows } from '#domain/canonical-rows.ts';
import { type CsvColumn, csvHeader, csvRow } from '#domain/csv.ts';
import { instantFromDate } from '#domain/time.ts';
import { call } from '#dashboard/api/client.ts';
import type { ExportHeader } from '#dashboard/list/export/export-request.ts';
import { formats } from '#dashboard/list/export/file/formats.ts';
import { saveExport } from '#dashboard/list/export/save-export.ts';
import { formatExactInstant } from '#dashboard/lib/zoned-time.ts';
import { formatDays, instantOf } from '../period-days.ts';
import { disagreements, kindLabels } from '../reconciliation-labels.ts';

type Facts = {
  reconciliation: Reconciliation;
  format: 'csv' | 'xlsx';
  zone: string;
  session: Session;
  exportedAt: Date;
};

/** So many lines are read at once. */
const pageSize = 1_000;

type Side = {
  at: string;
  amount: string;
  fee: string | null;
  currency: string;
  network: string | null;
  hash: string | null;
};

const cellsOf: readonly (CsvColumn & { of: (line: ReconciledLine, zone: string) => string })[] = [
  { name: 'number', kind: 'text', of: ({ number }) => String(number) },
  { name: 'result', kind: 'text', of: ({ kind }) => kind },
  { name: 'matched_by', kind: 'text', of: ({ method }) => method ?? '' },
  { name: 'ambiguous', kind: 'text', of: ({ is_ambiguous: is }) => (is ? 'yes' : '') },
  ...sideColumns('our', ({ ours }) => ours),
  { name: 'our_references', kind: 'text', of: ({ ours }) => ours?.references.join(' ') ?? '' },
  ...sideColumns('file', ({ theirs }) => theirs),
  { name: 'file_reference', kind: 'text', of: ({ theirs }) => theirs?.reference ?? '' },
  { name: 'file_line', kind: 'text', of: ({ theirs }) => (theirs === null ? '' : String(theirs.line)) },
  { name: 'duplicate_of', kind: 'text', of: ({ duplicate_of: line }) => (line === null ? '' : String(line)) },
  {
    name: 'differs_in',
    kind: 'text',
    of: ({ differences }) => differences.map(({ field }) => field).join(' '),
  },
  { name: 'amount_difference', kind: 'amount', of: (line) => differenceIn(line, 'amount') },
  { name: 'fee_difference', kind: 'amount', of: (line) => differenceIn(line, 'fee') },
  { name: 'time_difference_ms', kind: 'text', of: (line) => differenceIn(line, 'time') },
  { name: 'resolved', kind: 'text', of: ({ is_resolved: is }) => (is ? 'yes' : '') },
  {
    name: 'notes',
    kind: 'text',
    of: ({ notes }, zone) =>
      notes
        .map(({ action, text, at, by }) => `${timeIn(zone, at)} ${by ?? ''} (${action}): ${text}`)
        .join('\n'),
  },
];

function sideColumns(name: string, sideOf: (line: ReconciledLine) => Side | null): typeof cellsOf {
  const text = (field: 'currency' | 'network' | 'hash') => ({
    name: `${name}_${field}`,
    kind: 'text' as const,
    of: (line: ReconciledLine) => sideOf(line)?.[field] ?? '',
  });
  return [
    { name: `${name}_time`, kind: 'time', of: (line, zone) => timeIn(zone, sideOf(line)?.at ?? '') },
    { name: `${name}_amount`, kind: 'amount', of: (line) => sideOf(line)?.amount ?? '' },
    { name: `${name}_fee`, kind: 'amount', of: (line) => sideOf(line)?.fee ?? '' },
    text('currency'),
    text('network'),
    text('hash'),
  ];
}

function differenceIn({ differences }: ReconciledLine, field: string): string {
  return differences.find((each) => each.field === field)?.by ?? '';
}

/** ISO 8601 with the offset, as in all exports. */
function timeIn(zone: string, time: string): string {
  const instant = instantOf(time);
  return instant === undefined ? '' : formatExactInstant(instant, zone).replace(' ', 'T').replace(' ', '');
}

/** Reads all lines of the result, records the export and saves it. Throws if lines are missing. */
export async function saveReconciliation({
  reconciliation,
  format,
  zone,
  session,
  exportedAt,
}: Facts): Promise<void> {
  const { reconciliation_id: id, summary } = reconciliation;
  const columns = cellsOf.map(({ name, kind }): CsvColumn => ({ name, kind }));
  const name = `reconciliation-${reconciliation.from.slice(0, 10)}-${id.slice(-6)}`;
  const { open, ending } = formats[format];
  const writer = open({ columns, name, at: exportedAt });
  const hash = sha256.create();
  const encoder = new TextEncoder();
  const write = (texts: readonly string[], rows: readonly (readonly string[])[]) => {
    const csv = encoder.encode(texts.join(''));
    hash.update(csv);
    writer.write({ rows, csv });
  };
  write([csvHeader(columns)], []);
  const { written, expected } = await readLines(id, (lines) => {
    const rows = lines.map((line) => cellsOf.map(({ of }) => of(line, zone)));
    write(
      rows.map((row) => csvRow(columns, row)),
      rows,
    );
  });
  if (written !== expected) throw new Error(`Only ${written} of ${expected} lines were received. Try again.`);
  const header: ExportHeader = {
    product: 'Wallet Console',
    list: 'reconciliation',
    complete: true,
    rows_expected: expected,
    rows_read: written,
    rows_written: written,
    problems: summary === null ? [] : disagreements(summary),
    notes: [],
    filtered_by_console: [],
    query: { reconciliation_id: id },
    filters: filtersOf(reconciliation, zone),
    pinned_to: reconciliation.as_of,
    time_zone: zone,
    exported_at: instantFromDate(exportedAt),
    account_id: session.account_id,
    user_name: session.user?.name ?? null,
    key_name: session.key_name,
    columns: columns.map((column) => column.name),
    sums: (summary?.sums ?? []).map(({ kind, currency, ours, theirs, difference }) => ({
      group: { currency, status: kindLabels[kind] },
      rows: Math.max(ours.count, theirs.count),
      sums: { our_books: ours.amount, file: theirs.amount, difference },
    })),
    sums_note: '',
    rows_sha256: bytesToHex(hash.digest()),
    rows_sha256_of: canonicalRows,
  };
  await saveExport({
    name: name + ending,
    blob: writer.finish(header),
    list: 'reconciliation',
    filters: { reconciliation_id: id, name: reconciliation.name, file_sha256: reconciliation.file_sha256 },
    rows: written,
  });
}

function filtersOf(reconciliation: Reconciliation, zone: string) {
  const { name, file_name: file, file_sha256: digest, currency, tolerance_hours: hours } = reconciliation;
  return [
    { label: 'Reconciliation', value: name },
    { label: 'Period', value: formatDays(reconciliation, zone) },
    { label: 'Currency', value: currency ?? 'All' },
    { label: 'Tolerance', value: `${hours} hours` },
    { label: 'File', value: file },
    { label: 'SHA-256 of the file', value: digest },
  ];
}

/** Reads page by page, each beginning after the last line of the one before. */
async function readLines(
  id: string,
  take: (lines: readonly ReconciledLine[]) => void,
): Promise<{ written: number; expected: number }> {
  let [written, expected, after] = [0, 0, 0];
  for (;;) {
    const query = { reconciliation_id: id, after: String(after), limit: pageSize, offset: 0 };
    // Each page begins where the one before it ends.
    // oxlint-disable-next-line no-await-in-loop
    const { rows, count } = await call(listReconciliationLines, { query });
    const lines = rows.flatMap((row) => (row.isWhole ? [row.value] : []));
    if (after === 0) expected = count ?? 0;
    take(lines);
    written += lines.length;
    after = lines.at(-1)?.number ?? after;
    if (lines.length < pageSize) return { written, expected };
  }
}
