import { formatCount } from '#domain/format.ts';
import { csvHeader, csvRow } from '#domain/csv.ts';
import { copyText } from '#dashboard/ui/copy-text.ts';

/** A field of a row for the clipboard: its name in the interface, and its value unchanged. */
export type CopiedRow = Readonly<Record<string, string | null>>;

export const copyFormats = ['csv', 'json', 'markdown'] as const;

type CopyFormat = (typeof copyFormats)[number];

/** Rows as text for the clipboard; every digit unchanged. */
export function rowsAsText(rows: readonly CopiedRow[], format: CopyFormat): string {
  if (format === 'json') return JSON.stringify(rows, null, 2);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => names.map((name) => row[name] ?? ''));
  return format === 'csv' ? asCsv(names, lines) : asMarkdown(names, lines);
}

/** What is a number stays one, whatever its sign. */
function asCsv(names: readonly string[], lines: readonly string[][]): string {
  const columns = names.map((name) => ({ name, kind: 'amount' as const }));
  return [csvHeader(columns), ...lines.map((line) => csvRow(columns, line))].join('');
}

function asMarkdown(names: readonly string[], lines: readonly string[][]): string {
  return [names, names.map(() => '---'), ...lines].map(markdownRow).join('');
}

function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map(markdownCell).join(' | ')} |\n`;
}

function markdownCell(text: string): string {
  return text.replaceAll(/[\\|`*_<>[\]]/g, String.raw`\$&`).replaceAll(/\s*[\r\n]+\s*/g, ' ');
}

export const formatLabels = { csv: 'CSV', json: 'JSON', markdown: 'Markdown' };

/** Puts rows into the clipboard, and says so. */
export async function copyRows(rows: readonly CopiedRow[], format: CopyFormat): Promise<void> {
  const count = formatCount(rows.length, 'row');
  await copyText(rowsAsText(rows, format), `Copied ${count} as ${formatLabels[format]}`);
}
