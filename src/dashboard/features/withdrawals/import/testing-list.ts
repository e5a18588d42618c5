import type { BookEntry } from '#contract/gateway/address-book.ts';
import { decimal } from '#domain/decimal.ts';
import type { BalanceLine } from '#dashboard/entities/balances/balance-lines.ts';
import type { OwnWallet } from '../create/source.queries.ts';
import { parseList } from './list-file.ts';
import { planList } from './plan-list.ts';
import { noLimits } from '#contract/gateway/limits.ts';
import type { Known } from './read-row.ts';

export const tron = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
export const otherTron = 'TEdvoHEatmDKvTh3o9vBRB9Vdtbhn4QFhy';
export const payer = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
export const eth = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

export const wallet = (changes: Partial<OwnWallet> = {}): OwnWallet => ({
  address: payer,
  name: 'Payouts',
  network: 'trx',
  type: 'user',
  status: 'active',
  available: new Map([['USDT', decimal('1000')]]),
  ...changes,
});

export const entry = (changes: Partial<BookEntry> = {}): BookEntry => ({
  id: 'book_1',
  name: 'Supplier',
  network: 'trx',
  address: otherTron,
  note: '',
  version: 1,
  added_by: null,
  added_at: '2026-01-02T03:04:05.000Z',
  updated_at: '2026-01-02T03:04:05.000Z',
  usable_from: '2026-01-02T03:04:05.000Z',
  ...changes,
});

const pool: BalanceLine = {
  key: 'pool',
  type: 'accounting',
  network: 'trx_eth',
  currency: 'USDT',
  available: decimal('500'),
  transit: undefined,
  blockchain: undefined,
};

/** What rows are held against: a wallet and a pool with USDT, an entry of the book, and a fee of 1.5. */
export const known = (changes: Partial<Known> = {}): Known => ({
  wallets: [wallet()],
  lines: [pool],
  book: [entry()],
  limits: noLimits,
  feeOf: () => ({ kind: 'rule', fee: decimal('1.5'), minimum: decimal('10') }),
  ...changes,
});

export const header = 'source,network,currency,recipient,amount,fee_included,comment,external_id';

/** The plan of a list with these rows below the usual header. */
export async function planOf(rows: readonly string[], knows = known(), idBeginning = 'csv') {
  const table = parseList([header, ...rows].join('\n'));
  if (!table.ok) throw new Error(table.reason);
  const { signal } = new AbortController();
  return await planList(table.rows, knows, idBeginning, { onProgress: () => undefined, signal });
}
