import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { add, sum } from '#domain/arithmetic.ts';
import { decimal } from '#domain/decimal.ts';
import { listAmlFees } from '../aml/checks/aml-fees.store.ts';
import { amlChecks, evmAddress, reportOf } from '../aml/testing-aml.ts';
import type { WalletRef } from '../ledger/ledger-accounts.ts';
import { collect, settle } from '../ledger/movements.ts';
import { setUpService } from '../testing.ts';
import { order, outsider, requestOf, withdrawals } from '../withdrawals/testing-withdrawals.ts';
import { checkLedgerBalances, listLedgerBalances, listWalletLedger } from './ledger-balances.store.ts';

const service = setUpService({ aml: { asyncDelayMs: 0 } });
const { create, fillPool, remove } = withdrawals(service);
const { allow, check, runJob } = amlChecks(service);

const subject = evmAddress(7);
const ledgerOf = async (wallet: WalletRef) =>
  await listWalletLedger(service.db, service.accountId, wallet.address);

/** What differs from nothing on hold and no fee paid. */
async function notable(): Promise<Record<string, readonly string[]>> {
  const balances = await listLedgerBalances(service.db, service.accountId);
  return Object.fromEntries(
    balances
      .map(({ type, network, currency, on_hold: held, aml_fees_paid: fees }) => {
        return [`${type} ${network} ${currency}`, [held.withdrawals, held.aml_checks, fees]] as const;
      })
      .filter(([, amounts]) => amounts.some((amount) => amount !== '0')),
  );
}

const withdraw = async (wallet: WalletRef, amount: string) =>
  requestOf(
    await create(
      order({
        amount,
        fee_included: true,
        network: wallet.network,
        sender: 'user',
        sender_wallet: wallet.address,
        recipient_wallet: outsider(wallet.network),
      }),
    ),
  );

beforeEach(async () => await allow(0));

describe('the balances of the ledger', () => {
  it('are one for each published leaf, zero included', async () => {
    const { text } = await service.call('GET', '/user-balances');
    const leaves = await listLedgerBalances(service.db, service.accountId);
    expect(leaves).toHaveLength([...text.matchAll(/"available":/g)].length);
    expect(leaves).toContainEqual({
      type: 'accounting',
      network: 'sol',
      currency: 'SOL',
      on_hold: { withdrawals: '0', aml_checks: '0' },
      aml_fees_paid: '0',
    });
  });

  it('tell withdrawals and AML checks on hold apart, and fees once they are paid', async () => {
    const wallet = await service.wallet('trx');
    await service.fund(wallet, 'USDT', '500.000001');
    const { request_id: id } = await withdraw(wallet, '120.5');
    await check({ value: subject, network: 'eth', address: wallet.address, async: true });
    expect(await notable()).toEqual({ 'user trx USDT': ['120.5', '1', '0'] });
    await runJob();
    expect(await notable()).toEqual({ 'user trx USDT': ['120.5', '0', '1'] });
    await remove(id);
    expect(await notable()).toEqual({ 'user trx USDT': ['0', '0', '1'] });
  });

  it('count the shared pool and the accounting wallets of its networks as one, and other pools apart', async () => {
    await fillPool('trx', 'USDT', '300');
    const ethereum = await service.wallet('eth', 'accounting');
    await service.fund(ethereum, 'USDT', '5');
    await check({ value: subject, network: 'eth', address: ethereum.address });
    await check({ value: subject, network: 'eth', address: ethereum.address, async: true });
    await create(order({ amount: '40', fee_included: true }));
    await fillPool('bnb', 'USDC', '90');
    const bnb = { network: 'bnb', currency: 'USDC', recipient_wallet: outsider('bnb') };
    await create(order({ ...bnb, amount: '50', fee_included: true }));
    expect(await notable()).toEqual({
      'accounting trx_eth USDT': ['40', '1', '1'],
      'accounting bnb USDC': ['50', '0', '0'],
    });
  });
});

const differing = async () =>
  (await checkLedgerBalances(service.db, service.accountId)).filter(
    ({ stated, entries }) => stated !== entries,
  );

describe('checking the balances against the ledger', () => {
  it('gives every published amount, its entries, and what of it is on no wallet', async () => {
    const tron = await service.wallet('trx', 'accounting');
    await service.fund(tron, 'USDT', '100');
    const usdt = { accountId: service.accountId, currency: 'USDT' } as const;
    await service.post(collect(tron, { ...usdt, amount: decimal('70') }));
    await service.post(settle('trx', { ...usdt, amount: decimal('60.25') }));
    await service.fund(tron, 'TRX', '10');
    await service.post(
      collect(tron, { accountId: service.accountId, currency: 'TRX', amount: decimal('4') }),
    );
    const rows = await checkLedgerBalances(service.db, service.accountId);
    const found = rows.filter(({ stated }) => stated !== '0');
    expect(found.map((row) => Object.values(row).join(' '))).toEqual([
      'accounting trx TRX available 10 10 4',
      'accounting trx_eth USDT available 60.25 60.25 60.25',
      'accounting trx_eth USDT transit 9.75 9.75 9.75',
      'accounting trx_eth USDT blockchain 30 30 0',
    ]);
    expect(await differing()).toEqual([]);
    const { text } = await service.call('GET', '/user-balances');
    expect(rows).toHaveLength([...text.matchAll(/"(available|transit|blockchain)":/g)].length);
  });

  it.each(['pool', 'wallet'] as const)(
    'finds a kept balance of a %s that is off by the smallest unit',
    async (kind) => {
      await fillPool('eth', 'ETH', '2');
      await service.fund(await service.wallet('eth'), 'ETH', '1');
      await sql`update ledger_accounts set balance = balance + 0.000000000000000001 where kind = ${kind} and balance > 0`.execute(
        service.db,
      );
      expect(await differing()).toMatchObject([
        kind === 'pool'
          ? { type: 'accounting', stated: '2.000000000000000001', entries: '2' }
          : { type: 'user', stated: '1.000000000000000001', entries: '1' },
      ]);
    },
  );
});

describe('the ledger of a wallet', () => {
  it('adds up, kind by kind, to what is available and on hold', async () => {
    const wallet = await service.wallet('eth', 'accounting');
    const other = await service.wallet('eth');
    for (const place of [wallet, other]) await service.fund(place, 'USDT', '100.5');
    await check({ value: subject, network: 'eth', address: wallet.address });
    await check({ value: subject, network: 'eth', address: wallet.address, async: true });
    const amount = decimal('20.25');
    await service.post(collect(wallet, { accountId: service.accountId, currency: 'USDT', amount }));
    const currencies = await ledgerOf(wallet);
    expect(currencies.map(({ currency }) => currency)).toEqual(['USDT', 'USDC', 'ETH']);
    expect(currencies[0]).toEqual({
      currency: 'USDT',
      available: '78.25',
      on_hold: { withdrawals: '0', aml_checks: '1' },
      deposits: '100.5',
      withdrawals: '0',
      aml_fees: '-1',
      collections: '-20.25',
      other: '0',
    });
    for (const { available, on_hold: held, deposits, ...moved } of currencies) {
      const { withdrawals: out, aml_fees: fees, collections, other: rest } = moved;
      expect(sum([deposits, out, fees, collections, rest])).toBe(
        sum([available, held.withdrawals, held.aml_checks]),
      );
    }
  });

  it('is found in whatever case the address is written, and not for another account', async () => {
    const wallet = await service.wallet('eth');
    expect(await ledgerOf({ ...wallet, address: wallet.address.toLowerCase() })).toHaveLength(3);
    expect(await listWalletLedger(service.db, 'acc_other', wallet.address)).toEqual([]);
    expect(await listWalletLedger(service.db, service.accountId, outsider('eth'))).toEqual([]);
  });
});

describe('the fees of AML checks', () => {
  const query = { wallet: undefined, limit: 100, offset: 0 };

  it('are listed with the check, the wallet and the amount, the newest first, and summed up by wallet', async () => {
    const wallets = [await service.wallet('trx'), await service.wallet('bnb')] as const;
    const uids: string[] = [];
    for (const [index, wallet] of [...wallets, wallets[0]].entries()) {
      await service.fund(wallet, 'USDT', '5');
      const body = { value: evmAddress(index), network: 'eth', address: wallet.address };
      uids.unshift(reportOf(await check(body)).params.uid);
    }
    // Waiting: held, and not paid.
    await check({ value: subject, network: 'eth', address: wallets[0].address, async: true });

    const { rows, count, totals } = await listAmlFees(service.db, service.accountId, query);
    expect([rows.map(({ uid }) => uid), count]).toEqual([uids, 3]);
    expect(rows[1]).toMatchObject({
      value: evmAddress(1),
      subject: 'address',
      network: 'eth',
      wallet: wallets[1].address,
      wallet_network: 'bnb',
      currency: 'USDT',
      amount: '1',
      paid_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(totals.map(({ wallet, checks, amount }) => [wallet, checks, amount])).toEqual([
      [wallets[0].address, 2, '2'],
      [wallets[1].address, 1, '1'],
    ]);

    const page = await listAmlFees(service.db, service.accountId, { ...query, limit: 1, offset: 1 });
    expect([page.rows.map(({ uid }) => uid), page.count]).toEqual([[uids[1]], 3]);
    const own = await listAmlFees(service.db, service.accountId, { ...query, wallet: wallets[1].address });
    expect([own.rows.map(({ uid }) => uid), own.count, own.totals.length]).toEqual([[uids[1]], 1, 1]);
    expect(await listAmlFees(service.db, 'acc_other', query)).toEqual({ count: 0, totals: [], rows: [] });
  });

  it('are what the ledger paid', async () => {
    const wallet = await service.wallet('trx');
    await service.fund(wallet, 'USDT', '5');
    for (const value of [evmAddress(1), evmAddress(2)]) {
      await check({ value, network: 'eth', address: wallet.address });
    }
    const { rows } = await listAmlFees(service.db, service.accountId, query);
    const [usdt] = await ledgerOf(wallet);
    expect(add(sum(rows.map(({ amount }) => amount)), usdt?.aml_fees ?? decimal(9))).toBe('0');
  });
});
