import { beforeEach, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { inTransaction } from '#database/transaction.ts';
import { InsufficientFundsError } from '../ledger/ledger.ts';
import { collect } from '../ledger/movements.ts';
import { verifyLedger } from '../ledger/ledger-verify.ts';
import { moment } from '../lists/testing-lists.ts';
import { setUpService } from '../testing.ts';
import type { ExchangeTerms } from './make-exchange.ts';
import { postExchange } from './post-exchange.ts';

const service = setUpService();

const terms = (changes: Partial<ExchangeTerms> = {}): ExchangeTerms => ({
  accountId: service.accountId,
  from: { network: 'eth', currency: 'ETH', amount: decimal('1.000000000000000001') },
  to: { network: 'trx', currency: 'USDT' },
  rate: decimal('3000.1'),
  feeShare: decimal('0.0025'),
  createdAt: moment(0),
  ...changes,
});
const post = async (asked: ExchangeTerms) =>
  await inTransaction(service.db, async (tx) => await postExchange(tx, asked));

async function balances(): Promise<Record<string, string>> {
  const rows = await service.db
    .selectFrom('ledger_entries as entry')
    .innerJoin('ledger_accounts as account', 'account.ledger_account_id', 'entry.ledger_account_id')
    .select((e) => ['kind', 'network', 'currency', e.fn.sum<string>('amount').as('total')])
    .where('kind', 'in', ['pool', 'fees'])
    .groupBy(['kind', 'network', 'currency'])
    .execute();
  return Object.fromEntries(rows.map((r) => [`${r.kind} ${r.network} ${r.currency}`, r.total]));
}

beforeEach(async () => {
  const wallet = await service.wallet('eth', 'accounting');
  await service.fund(wallet, 'ETH', '2.000000000000000001');
  const amount = decimal('2.000000000000000001');
  await service.post(collect(wallet, { accountId: service.accountId, currency: 'ETH', amount }));
});

it('moves both amounts and the fee, to the last of 18 decimals, and is in the list', async () => {
  const made = await post(terms());
  expect(await balances()).toEqual({
    'pool eth ETH': '1',
    'pool trx_eth USDT': '2992.59975',
    'fees trx USDT': '7.50025',
  });
  const { text } = await service.call('GET', '/exchange-transactions');
  expect(text).toContain(
    `"data":{"count":1,"result":"success","transactions":[{"transaction_id":"${made.transaction_id}",` +
      `"network_from":"eth","network_to":"trx","currency_from":"ETH","currency_to":"USDT","status":"completed",` +
      `"amount_from":1.000000000000000001,"amount_to":2992.59975,"fee":7.50025,"rate":3000.1,` +
      `"created_at":"2025-01-01 00:00:00.000000"}]}}`,
  );
  const posting = await service.db
    .selectFrom('ledger_postings')
    .select(['reference', 'created_at'])
    .where('kind', '=', 'exchange')
    .executeTakeFirst();
  expect(posting).toEqual({ reference: made.transaction_id, created_at: made.created_at });
  expect((await verifyLedger(service.db)).differences).toEqual([]);
});

it('is refused where the pool has less by the smallest unit, and leaves nothing behind', async () => {
  const tooMuch = { network: 'eth', currency: 'ETH', amount: decimal('2.000000000000000002') } as const;
  await expect(post(terms({ from: tooMuch }))).rejects.toThrow(InsufficientFundsError);
  expect((await service.call('GET', '/exchange-transactions')).body).toMatchObject({ data: { count: 0 } });
  expect(await balances()).toEqual({ 'pool eth ETH': '2.000000000000000001' });
  expect((await verifyLedger(service.db)).differences).toEqual([]);
});

it('spends a pool once, however many exchanges are asked for at the same time', async () => {
  const attempts = await Promise.allSettled(Array.from({ length: 8 }, async () => await post(terms())));
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await service.call('GET', '/exchange-transactions')).body).toMatchObject({ data: { count: 1 } });
  expect((await verifyLedger(service.db)).differences).toEqual([]);
});
