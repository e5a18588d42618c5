import { compare } from '#domain/arithmetic.ts';
import { isDecimal, decimal } from '#domain/decimal.ts';
import { instantFromDate, type Instant } from '#domain/time.ts';
import type { TransactionsTable } from '#database/history-tables.ts';
import { timeId } from '../ids.ts';
import type { ListedRow, ListQuery } from './list.ts';

/** What a list must answer, worked out in memory by looking at every row. */
export function modelOf<Row extends ListedRow & Record<string, unknown>>(
  rows: readonly Row[],
  id: keyof Row,
) {
  return (query: Omit<ListQuery<Row, keyof Row>, 'limit' | 'offset' | 'accountId' | 'only'>): string[] => {
    const { filters, from, to, sortBy, sortDirection } = query;
    const wanted = Object.entries<string | undefined>(filters).filter(([, value]) => value !== undefined);
    const found = rows
      .filter((row) => wanted.every(([name, value]) => row[name] === value))
      .filter(({ created_at: at }) => (from === undefined || at >= from) && (to === undefined || at <= to))
      .sort((a, b) => order(a[sortBy], b[sortBy]) || order(a[id], b[id]))
      .map((row) => String(row[id]));
    return sortDirection === 'asc' ? found : found.toReversed();
  };
}

function order(a: unknown, b: unknown): number {
  const [left, right] = [String(a), String(b)];
  if (isDecimal(left) && isDecimal(right)) return compare(left, right);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** A moment of 2025 or 2026, to the microsecond. */
export function moment(ms: number, micros = 0): Instant {
  const instant = instantFromDate(new Date(Date.UTC(2025, 0, 1) + ms));
  return `${instant.slice(0, 23)}${String(micros).padStart(3, '0')}Z` as Instant;
}

/** A transaction with nothing special about it. `serial`, below 2^20, makes its id and hash its own. */
export function transactionRow(
  accountId: string,
  serial: number,
  changes: Partial<TransactionsTable> = {},
): TransactionsTable {
  const { created_at = moment(serial * 1000) } = changes;
  // Backwards, so that what was made later does not come later in the order of the ids.
  const number = serial.toString(16).padStart(5, '0').split('').toReversed().join('') + accountId.slice(-6);
  return {
    transaction_id: timeId('tx', created_at, number),
    account_id: accountId,
    network: 'trx',
    direction: 'in',
    status: 'completed',
    currency: 'USDT',
    amount: decimal(serial + 1),
    fee: decimal('0'),
    sender_wallet: 'TSenderOfThisTest',
    recipient_wallet: 'TRecipientOfThisTest',
    hash: number.padStart(64, '0'),
    ...changes,
    created_at,
  };
}
