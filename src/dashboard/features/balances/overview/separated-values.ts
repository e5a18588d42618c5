import { type CsvColumn, csvHeader, csvRow, type CsvSeparator, textColumns } from '#domain/csv.ts';
import type { BalanceLine } from '../balance-lines.ts';

const columns: readonly CsvColumn[] = [
  ...textColumns(['read_at', 'wallet_type', 'network', 'currency']),
  { name: 'available', kind: 'amount' },
  { name: 'transit', kind: 'amount' },
  { name: 'blockchain', kind: 'amount' },
];

/**
 * The lines as text for a spreadsheet: published names, ungrouped amounts with all digits, an empty cell where
 * nothing is published. Comma-separated as RFC 4180 has it, or tab-separated as a clipboard takes it.
 */
export function separatedValues(
  lines: readonly BalanceLine[],
  readAt: number,
  separator: CsvSeparator,
): string {
  const moment = new Date(readAt).toISOString();
  const rows = lines.map(({ type, network, currency, available, transit = '', blockchain = '' }) =>
    csvRow(columns, [moment, type, network, currency, available, transit, blockchain], separator),
  );
  return [csvHeader(columns, separator), ...rows].join('');
}
