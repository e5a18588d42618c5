import type { BalanceLine } from '../balance-lines.ts';

export type Separator = ',' | '\t';

const header = ['read_at', 'wallet_type', 'network', 'currency', 'available', 'transit', 'blockchain'];

/**
 * The lines as text for a spreadsheet: published names, ungrouped amounts with all digits, an empty cell where
 * nothing is published. Comma-separated as RFC 4180 has it, or tab-separated as a clipboard takes it.
 */
export function separatedValues(lines: readonly BalanceLine[], readAt: number, separator: Separator): string {
  const moment = new Date(readAt).toISOString();
  const rows = lines.map(({ type, network, currency, available, transit = '', blockchain = '' }) => [
    moment,
    ...[type, network, currency].map(harmless),
    available,
    transit,
    blockchain,
  ]);
  const end = separator === ',' ? '\r\n' : '\n';
  return [header, ...rows].map((row) => row.map(quoted).join(separator) + end).join('');
}

/** A name that a provider chose must not run as a formula when the file is opened (OWASP, CSV injection). */
function harmless(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}

function quoted(cell: string): string {
  return /[",\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
