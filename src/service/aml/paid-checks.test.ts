import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { verifyLedger } from '../ledger/ledger-verify.ts';
import { hold } from '../ledger/movements.ts';
import { setUpService } from '../testing.ts';
import { amlChecks, day, evmAddress, reportOf, uidOf } from './testing-aml.ts';

const service = setUpService();
const { check, recheck, runJob, allow, checksLeft, lastCheck, whileBroken } = amlChecks(service);
const address = evmAddress(7);

async function balances(): Promise<Record<string, string | null>> {
  const rows = await service.db
    .selectFrom('ledger_accounts')
    .select(['kind', 'balance'])
    .where('wallet_address', 'is not', null)
    .where('currency', '=', 'USDT')
    .execute();
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
}

/** What the fees received, which isn’t a stored balance. */
async function feesPaid(): Promise<string> {
  const { total } = await service.db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.ledger_account_id', 'ledger_entries.ledger_account_id')
    .where('kind', '=', 'fees')
    .select((e) => e.fn.coalesce(e.fn.sum('amount'), e.lit(0)).as('total'))
    .executeTakeFirstOrThrow();
  return String(total);
}

/** As if the worker's lease were over. */
async function makeDue(uid: string): Promise<void> {
  await service.db
    .updateTable('aml_checks')
    .set({ next_step_at: day(0) })
    .where('uid', '=', uid)
    .execute();
}

describe('payment by a wallet', () => {
  it('takes the fee in USDT through the ledger when no check is left', async () => {
    await allow(0);
    const wallet = await service.wallet('trx');
    await service.fund(wallet, 'USDT', '10');
    const report = reportOf(await check({ value: address, network: 'eth', address: wallet.address }));
    expect(report.checks_balance).toBe('0');
    expect(await balances()).toEqual({ wallet: '9', hold: '0' });
    expect(await feesPaid()).toBe('1');
    expect(await lastCheck()).toMatchObject({ fee: '1', payer_address: wallet.address });
    expect((await verifyLedger(service.db)).differences).toEqual([]);
  });

  it('takes no fee while a check is left', async () => {
    await allow(1);
    const wallet = await service.wallet('eth');
    await service.fund(wallet, 'USDT', '10');
    await check({ value: address, network: 'eth', address: wallet.address });
    expect(await balances()).toEqual({ wallet: '10' });
    expect(await checksLeft()).toBe(0);
  });

  it('holds the fee while the check waits, and gives it back when it fails', async () => {
    await allow(0);
    await service.db
      .insertInto('aml_settings')
      .values({ name: 'fee_usdt', value: decimal('2.5') })
      .execute();
    const wallet = await service.wallet('bnb');
    await service.fund(wallet, 'USDT', '10');
    const uid = uidOf(await check({ value: address, network: 'eth', address: wallet.address, async: true }));
    expect(await balances()).toEqual({ wallet: '7.5', hold: '2.5' });
    await whileBroken(async () => {
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        await makeDue(uid);
        await expect(runJob()).rejects.toThrow('aml_labels');
      }
    });
    expect(await balances()).toEqual({ wallet: '10', hold: '0' });
    expect(await feesPaid()).toBe('0');
    expect((await recheck(uid)).body).toMatchObject({ data: { code: '500', error_code: 'system' } });
    expect((await verifyLedger(service.db)).differences).toEqual([]);
  });

  it('keeps the wallet from being deleted while the check waits, and says so', async () => {
    await allow(0);
    const wallet = await service.wallet('trx');
    await service.fund(wallet, 'USDT', '1');
    await check({ value: address, network: 'eth', address: wallet.address, async: true });
    const remove = async () =>
      await service.call('DELETE', '/wallets', { body: { address: wallet.address } });
    expect((await remove()).body).toMatchObject({
      data: { address: 'it has a pending withdrawal or AML check that holds 1 USDT' },
    });
    expect(await runJob()).toBe(true);
    expect(await remove()).toMatchObject({ status: 200 });
  });

  it("can't be made with what another movement has on hold", async () => {
    await allow(0);
    const wallet = await service.wallet('eth');
    await service.fund(wallet, 'USDT', '1.5');
    const { accountId } = service;
    await service.post(hold(wallet, { accountId, currency: 'USDT', amount: decimal('1') }));
    const answer = await check({ value: address, network: 'eth', address: wallet.address });
    expect(answer).toMatchObject({ status: 400, body: { data: null } });
  });
});

it('lets exactly 10 of 50 checks at once through when 10 are left', async () => {
  await allow(10);
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => await check({ value: evmAddress(n + 1), network: 'eth' })),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 400)).toHaveLength(40);
  expect(await checksLeft()).toBe(0);
});

it('lets exactly 10 of 50 paid checks at once through when the wallet has USDT for 10', async () => {
  await allow(0);
  const wallet = await service.wallet('trx');
  await service.fund(wallet, 'USDT', '10.5');
  const payment = { network: 'eth', address: wallet.address };
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => await check({ value: evmAddress(n + 1), ...payment })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(await balances()).toEqual({ wallet: '0.5', hold: '0' });
  expect(await feesPaid()).toBe('10');
  expect((await verifyLedger(service.db)).differences).toEqual([]);
});

it('gives every account its starting checks once, however many requests are its first', async () => {
  await service.db
    .insertInto('aml_settings')
    .values({ name: 'starting_checks', value: decimal('3') })
    .execute();
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () => await check({ value: address, network: 'eth' })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(await checksLeft()).toBe(0);
});
