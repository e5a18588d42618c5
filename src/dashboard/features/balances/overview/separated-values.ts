import { type CsvColumn, csvHeader, csvRow, type CsvSeparator, textColumns } from '#domain/csv.ts';
import type { BalanceLine } from '#dashboard/entities/balances/balance-lines.ts';

const columns: readonly CsvColumn[] = [
  ...textColumns(['read_at', 'wallet_type', 'network', 'currency']),
  { name: 'available', kind: 'amount' },
  { name: 'transit', kind: 'amount' },
  { name: 'blockchain', kind: 'amount' },
  { name: 'on_hold_withdrawals', kind: 'amount' },
  { name: 'on_hold_aml_checks', kind: 'amount' },
  { name: 'aml_fees_paid', kind: 'amount' },
];

/**
 * The lines as text for a spreadsheet: published names, ungrouped amounts with all digits, an empty cell where
 * nothing is published or, for what is on hold and the fees, where the ledger is not provided. Comma-separated as RFC 4180 has it, or tab-separated as a clipboard takes it.
 */
export function separatedValues(
  lines: readonly BalanceLine[],
  readAt: number,
  separator: CsvSeparator,
): string {
  const moment = new Date(readAt).toISOString();
  const rows = lines.map(({ type, network, currency, available, transit = '', blockchain = '', ledger }) => {
    const held = [ledger?.on_hold.withdrawals ?? '', ledger?.on_hold.aml_checks ?? ''];
    const fees = ledger?.aml_fees_paid ?? '';
    return csvRow(
      columns,
      [moment, type, network, currency, available, transit, blockchain, ...held, fees],
      separator,
    );
  });
  return [csvHeader(columns, separator), ...rows].join('');
}
