import { describe, expect, it } from 'vitest';
import { negate, subtract } from '#domain/arithmetic.ts';
import { now } from '#domain/clock.ts';
import { decimal, isZero, ZERO } from '#domain/decimal.ts';
import { addMs } from '#domain/time.ts';
import { inTransaction } from '#database/transaction.ts';
import { sandboxChain } from '../chain/sandbox-chain.ts';
import { postExchange } from '../exchanges/post-exchange.ts';
import { timeId } from '../ids.ts';
import { postEntries } from '../ledger/ledger.ts';
import { collect, deposit, settle } from '../ledger/movements.ts';
import { setUpService } from '../testing.ts';
import { insertTransactions } from '../transactions/transactions.store.ts';
import { order, outsider, withdrawals, workThrough } from '../withdrawals/testing-withdrawals.ts';
import { withdrawalsJob } from '../withdrawals/withdrawals.job.ts';
import { readStatement } from './statement.store.ts';
import { beginning, placeOf, statements } from './testing-statements.ts';

const service = setUpService();
const { create } = withdrawals(service);
const { rowOf, statementOf } = statements(service);

const inAYear = () => addMs(now(), 365 * 86_400_000);

describe('a statement', () => {
  it('shows a withdrawal and its fee apart, and what is on hold meanwhile', async () => {
    const chain = sandboxChain(service.db, { confirmAfterMs: 0, refusedShare: 0, failedShare: 0 });
    const wallet = await service.wallet('trx');
    await service.fund(wallet, 'USDT', '500');
    const start = now();
    const body = { amount: '100', sender: 'user', sender_wallet: wallet.address, fee_included: true };
    expect((await create(order({ ...body, recipient_wallet: outsider('trx') }))).status).toBe(200);
    expect(await rowOf('user trx USDT', start, now())).toEqual({
      opening: '500',
      closing: { total: '500', on_hold: '100', in_transit: '0' },
    });
    await workThrough(service.db, withdrawalsJob({ db: service.db, chain }), 3);
    const request = await service.db.selectFrom('withdrawal_requests').selectAll().executeTakeFirstOrThrow();
    expect(request.status).toBe('completed');
    const row = await rowOf('user trx USDT', start, now());
    expect(row).toEqual({
      opening: '500',
      outflow: negate(subtract(decimal('100'), request.fee)),
      withdrawal_fees: negate(request.fee),
      closing: { total: '400', on_hold: '0', in_transit: '0' },
    });
  });

  it('moves collected USDT from its network to the shared pool, and nothing where the pool is in the same place', async () => {
    const { accountId } = service;
    const [tron, bnb] = [
      await service.wallet('trx', 'accounting'),
      await service.wallet('bnb', 'accounting'),
    ];
    await service.fund(tron, 'USDT', '9');
    await service.fund(bnb, 'BNB', '5');
    const start = now();
    await service.post(collect(tron, { accountId, currency: 'USDT', amount: decimal('7') }));
    await service.post(settle('trx', { accountId, currency: 'USDT', amount: decimal('4') }));
    await service.post(collect(bnb, { accountId, currency: 'BNB', amount: decimal('5') }));
    expect(await rowOf('accounting trx USDT', start, now())).toMatchObject({
      opening: '9',
      collected: '-7',
      closing: { total: '2' },
    });
    expect(await rowOf('accounting trx_eth USDT', start, now())).toEqual({
      opening: '0',
      collected: '7',
      closing: { total: '7', on_hold: '0', in_transit: '3' },
    });
    expect(await rowOf('accounting bnb BNB', start, now())).toEqual({
      opening: '5',
      closing: { total: '5', on_hold: '0', in_transit: '0' },
    });
  });

  it('shows what an exchange brought after its fee', async () => {
    const { accountId } = service;
    const wallet = await service.wallet('bnb', 'accounting');
    await service.fund(wallet, 'USDC', '100');
    await service.post(collect(wallet, { accountId, currency: 'USDC', amount: decimal('100') }));
    const start = now();
    const { amount_to: received, fee } = await inTransaction(
      service.db,
      async (tx) =>
        await postExchange(tx, {
          accountId,
          from: { network: 'bnb', currency: 'USDC', amount: decimal('100') },
          to: { network: 'sol', currency: 'SOL' },
          rate: decimal('0.01'),
          feeShare: decimal('0.01'),
          createdAt: now(),
        }),
    );
    expect(isZero(fee)).toBe(false);
    expect(await rowOf('accounting bnb USDC', start, now())).toMatchObject({ exchanged_out: '-100' });
    expect(await rowOf('accounting sol SOL', start, now())).toMatchObject({
      exchanged_in: received,
      closing: { total: received },
    });
  });

  it('has a late booking in the period it was booked in, whatever its date, and leaves earlier ones alone', async () => {
    const { accountId } = service;
    const wallet = await service.wallet('eth');
    await service.fund(wallet, 'ETH', '1');
    const end = now();
    const earlier = await statementOf(beginning, end);
    const lastMonth = addMs(now(), -31 * 86_400_000);
    const transactionId = timeId('tx', lastMonth);
    const amount = decimal('0.000000000000000001');
    await inTransaction(service.db, async (tx) => {
      await postEntries(
        tx,
        deposit(wallet, { accountId, currency: 'ETH', amount, reference: transactionId }),
      );
      await insertTransactions(tx, [
        {
          transaction_id: transactionId,
          account_id: accountId,
          network: 'eth',
          direction: 'in',
          status: 'completed',
          currency: 'ETH',
          amount,
          fee: ZERO,
          sender_wallet: outsider('eth', 3),
          recipient_wallet: wallet.address,
          hash: `0x${'ab'.repeat(32)}`,
          created_at: lastMonth,
        },
      ]);
    });
    expect(await statementOf(beginning, end)).toEqual(earlier);
    expect(await rowOf('user eth ETH', end, inAYear())).toMatchObject({
      opening: '1',
      inflow: amount,
      closing: { total: '1.000000000000000001' },
    });
    expect(await rowOf('user eth ETH', lastMonth, end)).toMatchObject({
      inflow: '1',
      closing: { total: '1' },
    });
  });

  it('has the entry of its first moment, and not that of its end', async () => {
    const { accountId } = service;
    const wallet = await service.wallet('trx');
    const moments = [now(), now()] as const;
    for (const createdAt of moments) {
      const posting = deposit(wallet, { accountId, currency: 'TRX', amount: decimal('1') });
      await service.post({ ...posting, createdAt });
    }
    expect(await rowOf('user trx TRX', ...moments)).toMatchObject({ opening: '0', inflow: '1' });
    expect(await rowOf('user trx TRX', moments[1], inAYear())).toMatchObject({ opening: '1', inflow: '1' });
  });

  it('knows the type of a wallet that was deleted since', async () => {
    const chain = sandboxChain(service.db, { confirmAfterMs: 0, refusedShare: 0, failedShare: 0 });
    const wallet = await service.wallet('trx');
    await service.fund(wallet, 'USDT', '100');
    const body = { amount: '100', sender: 'user', sender_wallet: wallet.address, fee_included: true };
    expect((await create(order({ ...body, recipient_wallet: outsider('trx') }))).status).toBe(200);
    await workThrough(service.db, withdrawalsJob({ db: service.db, chain }), 3);
    const end = now();
    const before = await statementOf(beginning, end);
    const { status } = await service.call('DELETE', '/wallets', { body: { address: wallet.address } });
    expect(status).toBe(200);
    expect(await statementOf(beginning, end)).toEqual(before);
    expect(before.rows.map(placeOf)).toContain('user trx USDT');
  });

  it('of a period still to come there is none', async () => {
    const from = addMs(now(), 60_000);
    expect(await readStatement(service.db, service.accountId, { from, to: addMs(from, 1) })).toBeUndefined();
  });
});
