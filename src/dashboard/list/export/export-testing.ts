import type { ReadList, ReadRow } from '#contract/read-answer.ts';
import type { Transaction } from '#contract/wallet-service/transactions.ts';
import { decimal } from '#domain/decimal.ts';
import type { ExportRequest } from './export-request.ts';

/** What no spreadsheet may run and no file may change: formulas, quotes, lines, other scripts, control characters. */
export const hardTexts = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '=HYPERLINK("https://evil.example","click")',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '\u200E=1',
  'a;=1',
  'a\n=1',
  "'=1",
  "'already",
  'say "no", twice',
  'two\r\nlines',
  ' around ',
  'محفظة التوفير',
  'ארנק "ראשי"',
  '🦊 ünï',
  '<b>&amp;</b>',
  '_x0041_',
  'bell\u0007',
] as const;

/** A whole transaction. */
export function transactionRow(changes: Partial<Transaction> = {}): ReadRow<Record<string, unknown>> {
  const value: Transaction = {
    transaction_id: 'tx_1',
    network: 'trx',
    direction: 'in',
    status: 'completed',
    amount: decimal('1'),
    currency: 'USDT',
    sender_wallet: 'TSender',
    recipient_wallet: 'TRecipient',
    hash: 'ab',
    fee: decimal('0'),
    created_at: '2026-07-01 10:00:00.123456+00',
    ...changes,
  };
  return { isWhole: true, value, problems: [] };
}

/** Transactions with different ids. */
export function transactionRows(count: number): ReadRow<Record<string, unknown>>[] {
  return Array.from({ length: count }, (_, index) =>
    transactionRow({
      transaction_id: `tx_${index}`,
      amount: decimal(`${index}.000000000000000001`),
      direction: index % 2 === 0 ? 'in' : 'out',
    }),
  );
}

export const request: ExportRequest = {
  list: 'transactions',
  query: { network: 'trx', sort_by: 'created_at', sort_direction: 'desc', currency: undefined },
  pin: '2026-07-02T00:00:00.000000Z',
  zone: 'Europe/Berlin',
  filterLabels: [{ label: 'Network', value: 'Tron' }],
  format: 'csv',
  accountId: 'acc_1',
  userName: 'Ana Ruiz',
  keyName: 'Back office',
};

/** A page as a service gives it that does as it is asked. */
export function pageOf<T>(rows: ReadRow<T>[], stated: number | null): ReadList<T> {
  return {
    rows,
    step: rows.length,
    otherRows: 0,
    hasOtherRows: false,
    count: stated,
    stated,
    pageSize: 300,
    ignored: [],
    refused: {},
  };
}
