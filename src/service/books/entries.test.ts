import { describe, expect, it } from 'vitest';
import { listLedgerEntries } from '#contract/gateway/ledger-entries.ts';
import { now } from '#domain/clock.ts';
import { decimal, ZERO } from '#domain/decimal.ts';
import { addMs } from '#domain/time.ts';
import { inTransaction } from '#database/transaction.ts';
import { sandboxChain } from '../chain/sandbox-chain.ts';
import { timeId } from '../ids.ts';
import { postEntries } from '../ledger/ledger.ts';
import { collect, deposit } from '../ledger/movements.ts';
import { setUpService } from '../testing.ts';
import { insertTransactions } from '../transactions/transactions.store.ts';
import { order, outsider, withdrawals, workThrough } from '../withdrawals/testing-withdrawals.ts';
import { withdrawalsJob } from '../withdrawals/withdrawals.job.ts';
import { listEntries } from './entries.store.ts';

const service = setUpService();
const { create } = withdrawals(service);

const list = async (query: Record<string, string> = {}) => {
  const asked = listLedgerEntries.query.parse({ sort_direction: 'asc', ...query });
  return (await listEntries(service.db, service.accountId, asked))?.entries;
};

describe('the list of ledger entries', () => {
  it('shows a withdrawal with its fee, its hold, and the request that all of them are for', async () => {
    const chain = sandboxChain(service.db, { confirmAfterMs: 0, refusedShare: 0, failedShare: 0 });
    const wallet = await service.wallet('trx');
    await service.fund(wallet, 'USDT', '500');
    const body = { amount: '100', sender: 'user', sender_wallet: wallet.address, fee_included: true };
    expect((await create(order({ ...body, recipient_wallet: outsider('trx') }))).status).toBe(200);
    await workThrough(service.db, withdrawalsJob({ db: service.db, chain }), 3);
    const request = await service.db.selectFrom('withdrawal_requests').selectAll().executeTakeFirstOrThrow();
    const fee = decimal(`-${request.fee}`);
    const ofRequest = {
      refers_to: 'withdrawal',
      reference: request.request_id,
      created_at: request.created_at,
    };
    const ofWallet = { type: 'user', network: 'trx', currency: 'USDT', wallet: wallet.address };
    expect(await list()).toMatchObject([
      { ...ofWallet, kind: 'deposit', place: 'available', amount: '500', fee: '0', refers_to: 'transaction' },
      { ...ofWallet, ...ofRequest, kind: 'hold', place: 'on_hold', amount: '100', fee: '0' },
      { ...ofWallet, ...ofRequest, kind: 'hold', place: 'available', amount: '-100', fee: '0' },
      { ...ofWallet, ...ofRequest, kind: 'withdrawal', place: 'on_hold', amount: '-100', fee },
    ]);
    expect(await list({ reference: request.request_id })).toHaveLength(3);
    expect(await list({ wallet: wallet.address, place: 'on_hold' })).toHaveLength(2);
    expect(await list({ wallet: outsider('trx') })).toEqual([]);
    const ofNoWallet = { type: 'none', wallet: null };
    expect(await list({ place: 'outside' })).toMatchObject([ofNoWallet, ofNoWallet]);
    expect(await list({ place: 'fees' })).toMatchObject([ofNoWallet]);
    expect(await list({ place: 'outside', type: 'accounting' })).toEqual([]);
    expect(await list({ kind: 'deposit', movement: 'outflow' })).toEqual([]);
  });

  it('tells when a document was created from when it was booked, and filters by either', async () => {
    const { accountId, db } = service;
    const wallet = await service.wallet('eth');
    const [lastMonth, start] = [addMs(now(), -31 * 86_400_000), now()];
    const transactionId = timeId('tx', lastMonth);
    await inTransaction(db, async (tx) => {
      const movement = {
        accountId,
        currency: 'ETH',
        amount: decimal('1'),
        reference: transactionId,
      } as const;
      await postEntries(tx, deposit(wallet, movement));
      await insertTransactions(tx, [
        {
          transaction_id: transactionId,
          account_id: accountId,
          network: 'eth',
          direction: 'in',
          status: 'completed',
          currency: 'ETH',
          amount: decimal('1'),
          fee: ZERO,
          sender_wallet: outsider('eth', 3),
          recipient_wallet: wallet.address,
          hash: `0x${'ab'.repeat(32)}`,
          created_at: lastMonth,
        },
      ]);
    });
    const pooled = await service.wallet('bnb', 'accounting');
    await service.fund(pooled, 'BNB', '5');
    const before = now();
    await service.post(collect(pooled, { accountId, currency: 'BNB', amount: decimal('5') }));

    expect(await list({ created_to: lastMonth })).toMatchObject([
      { reference: transactionId, created_at: lastMonth },
    ]);
    expect(await list({ created_from: lastMonth, booked_to: start })).toEqual([]);
    expect((await list({ created_from: start }))?.map(({ kind }) => kind)).toEqual([
      'deposit',
      'collection',
      'collection',
    ]);
    const collected = await list({ created_from: before });
    expect(collected).toMatchObject([
      { wallet: null, amount: '5', refers_to: 'transfer', reference: null },
      { wallet: pooled.address, amount: '-5', refers_to: 'transfer', reference: null },
    ]);
    for (const { booked_at: booked, created_at: created } of collected ?? []) expect(created).toBe(booked);
  });

  it('includes the entries of both moments that it is limited to, to the microsecond', async () => {
    const { accountId } = service;
    const wallet = await service.wallet('trx');
    const moments = [now(), now(), now()];
    for (const createdAt of moments) {
      await service.post({
        ...deposit(wallet, { accountId, currency: 'TRX', amount: decimal('1') }),
        createdAt,
      });
    }
    const [first = '', second = '', third = ''] = moments;
    expect(await list({ booked_from: first, booked_to: second })).toMatchObject([
      { booked_at: first, created_at: null, refers_to: null },
      { booked_at: second },
    ]);
    expect(await list({ booked_from: third })).toHaveLength(1);
  });

  it('begins no page after an entry of another account', async () => {
    const wallet = await service.wallet('trx');
    await service.fund(wallet, 'TRX', '1');
    const [entry] = (await list()) ?? [];
    const asked = listLedgerEntries.query.parse({ after: entry?.entry_id ?? '' });
    expect(await listEntries(service.db, service.accountId, asked)).toEqual({ count: 1, entries: [] });
    expect(await listEntries(service.db, 'acc_other', asked)).toBeUndefined();
  });
});
