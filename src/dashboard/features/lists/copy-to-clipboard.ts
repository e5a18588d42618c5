import { notifyFailure, notifySuccess } from '../../ui/notify.ts';
import { type CopiedRow, type CopyFormat, rowsAsText } from './copy-rows.ts';

export const formatWords = { csv: 'CSV', json: 'JSON', markdown: 'Markdown' };

/** Puts rows into the clipboard, and says so. */
export async function copyRows(rows: readonly CopiedRow[], format: CopyFormat): Promise<void> {
  try {
    await navigator.clipboard.writeText(rowsAsText(rows, format));
    notifySuccess(`Copied ${rows.length} ${rows.length === 1 ? 'row' : 'rows'} as ${formatWords[format]}`);
  } catch {
    notifyFailure('Not copied', new Error('The browser does not allow this page to write to the clipboard.'));
  }
}
