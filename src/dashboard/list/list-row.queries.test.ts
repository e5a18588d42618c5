import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Session } from '#contract/gateway/sessions.ts';
import { listTransactions, type Transaction } from '#contract/wallet-service/transactions.ts';
import { decimal } from '#domain/decimal.ts';
import { forgetProviderLimits } from '#dashboard/api/provider-limits.ts';
import { type FakeProvider, signInTo, stubProvider } from '#dashboard/testing-service.ts';
import { transactions } from '#dashboard/entities/transactions/transactions.queries.ts';
import { parseListState } from './list-state.ts';
import { listRows } from './list-rows.queries.ts';
import { findInList, listRow } from './list-row.queries.ts';

const row = (n: number): Transaction => ({
  transaction_id: `tx_${n}`,
  network: 'trx',
  direction: 'in',
  status: 'completed',
  amount: decimal('1'),
  currency: 'USDT',
  sender_wallet: 'a',
  recipient_wallet: 'b',
  hash: 'c',
  fee: decimal('0'),
  created_at: '2026-01-01 00:00:00.000000+00',
});
const rows = Array.from({ length: 2000 }, (_, n) => row(n));

let client = new QueryClient();

function start(mode: Session['mode'], provider: FakeProvider) {
  stubProvider(provider);
  client = new QueryClient();
  signInTo(mode, client);
}

const show = async (id: string) =>
  await client.fetchQuery(listRow(client, transactions, id, findInList(transactions, listTransactions)));

beforeEach(forgetProviderLimits);
afterEach(() => vi.unstubAllGlobals());

it('keeps the row that was clicked where a provider ignores the filter by id', async () => {
  start('remote', { transactions: rows, ignores: ['transaction_id'] });
  const state = parseListState(transactions.schema, new URLSearchParams('offset=725'));
  await client.fetchQuery(listRows(client, transactions, state, 'UTC'));
  expect(await show('tx_750')).toMatchObject({
    lookup: { state: 'unknown' },
    row: { value: { transaction_id: 'tx_750' } },
  });
  // Read again, as when the page gets the focus.
  expect(await show('tx_750')).toMatchObject({ row: { value: { transaction_id: 'tx_750' } } });
});

it('says that it can’t know a row that no list has shown', async () => {
  start('remote', { transactions: rows, ignores: ['transaction_id'] });
  const { lookup, row: shown } = await show('tx_none');
  expect(shown).toBeUndefined();
  expect(lookup).toMatchObject({ state: 'unknown', reason: expect.stringContaining('too long') });
});

it('says that a row doesn’t exist only if that is proved', async () => {
  start('embedded', { transactions: rows });
  expect(await show('tx_none')).toEqual({ lookup: { state: 'absent' }, row: undefined });
  start('remote', { transactions: rows });
  expect(await show('tx_none')).toEqual({ lookup: { state: 'absent' }, row: undefined });
  start('remote', { transactions: rows.slice(0, 400), refuses: ['transaction_id'] });
  expect(await show('tx_none')).toEqual({ lookup: { state: 'absent' }, row: undefined });
});
