import { copyText } from '#dashboard/ui/copy-text.ts';
import { type CopiedRow, type CopyFormat, rowsAsText } from './copy-rows.ts';

export const formatWords = { csv: 'CSV', json: 'JSON', markdown: 'Markdown' };

/** Puts rows into the clipboard, and says so. */
export async function copyRows(rows: readonly CopiedRow[], format: CopyFormat): Promise<void> {
  const count = `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`;
  await copyText(rowsAsText(rows, format), `Copied ${count} as ${formatWords[format]}`);
}
