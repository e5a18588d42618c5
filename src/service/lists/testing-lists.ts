import { compare } from '#domain/arithmetic.ts';
import { isDecimal, decimal } from '#domain/decimal.ts';
import { instantFromDate, type Instant } from '#domain/time.ts';
import type { ExchangeTransactionsTable, WithdrawalRequestsTable } from '#database/history-tables.ts';
import { timeId } from '../ids.ts';
import type { NewTransaction } from '../transactions/transactions.store.ts';
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
  changes: Partial<NewTransaction> = {},
): NewTransaction {
  const { created_at = moment(serial * 1000) } = changes;
  const number = digitsOf(accountId, serial);
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

/** An exchange with nothing special about it. */
export function exchangeRow(
  accountId: string,
  serial: number,
  changes: Partial<ExchangeTransactionsTable> = {},
): ExchangeTransactionsTable {
  const { created_at = moment(serial * 1000) } = changes;
  return {
    transaction_id: timeId('ex', created_at, digitsOf(accountId, serial)),
    account_id: accountId,
    network_from: 'eth',
    network_to: 'trx',
    currency_from: 'ETH',
    currency_to: 'USDT',
    status: 'completed',
    amount_from: decimal('1'),
    amount_to: decimal('2992.5'),
    fee: decimal('7.5'),
    rate: decimal('3000'),
    ...changes,
    created_at,
  };
}

/** A withdrawal request with nothing special about it, and nothing held for it. */
export function withdrawalRow(
  accountId: string,
  serial: number,
  changes: Partial<WithdrawalRequestsTable> = {},
): WithdrawalRequestsTable {
  const { created_at = moment(serial * 1000) } = changes;
  return {
    request_id: timeId('wd', created_at, digitsOf(accountId, serial)),
    account_id: accountId,
    external_id: `order-${serial}`,
    amount: decimal(serial + 1),
    fee: decimal('1'),
    fee_included: true,
    currency: 'USDT',
    network: 'trx',
    sender: 'exchange',
    sender_wallet: null,
    recipient_wallet: 'TRecipientOfThisTest',
    comment: null,
    status: 'completed',
    transaction_status: null,
    hash: null,
    transaction_id: null,
    reason: null,
    reason_code: null,
    updated_at: created_at,
    deleted_at: null,
    next_step_at: null,
    ...changes,
    created_at,
  };
}

/** Backwards, so that what was made later does not come later in the order of the ids. */
function digitsOf(accountId: string, serial: number): string {
  return serial.toString(16).padStart(5, '0').split('').toReversed().join('') + accountId.slice(-6);
}
