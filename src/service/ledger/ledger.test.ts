import { array, assert, asyncProperty, bigInt, integer, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { triesHere } from '#database/testing.ts';
import { add, compare, negate, subtract, sum } from '#domain/arithmetic.ts';
import { decimal, type Decimal, ZERO } from '#domain/decimal.ts';
import type { Currency } from '#domain/networks.ts';
import { inTransaction } from '#database/transaction.ts';
import { setUpService } from '../testing.ts';
import { InsufficientFundsError, postAll, WalletGoneError, type Posting } from './ledger.ts';
import { poolAccount, walletAccount, worldAccount, type WalletRef } from './ledger-accounts.ts';
import { verifyLedger } from './ledger-verify.ts';
import { bookRules } from './rules/rules.ts';
import { deposit, hold, release, withdraw } from './movements.ts';

const service = setUpService();

const transfer = (from: WalletRef, to: WalletRef, currency: Currency, amount: Decimal): Posting => ({
  accountId: service.accountId,
  kind: 'settlement',
  entries: [
    { account: walletAccount(from, currency), amount: negate(amount) },
    { account: walletAccount(to, currency), amount },
  ],
});
const movement = (currency: Currency, amount: string) => ({
  accountId: service.accountId,
  currency,
  amount: decimal(amount),
});
async function balanceOf(wallet: WalletRef, currency: Currency): Promise<Decimal> {
  const row = await service.db
    .selectFrom('ledger_accounts')
    .select('balance')
    .where('ledger_account_id', '=', walletAccount(wallet, currency).id)
    .executeTakeFirst();
  return row?.balance ?? ZERO;
}
const differences = async () => (await verifyLedger(service.db, bookRules)).differences;

/** From one of the smallest units to a thousand ETH, with all 18 decimals in use. */
const weiAmount = bigInt({ min: 1n, max: 10n ** 21n }).map((wei) => {
  const digits = String(wei).padStart(19, '0');
  return decimal(`${digits.slice(0, -18)}.${digits.slice(-18)}`);
});
const walletIndex = integer({ min: 0, max: 2 });
const transfers = array(tuple(walletIndex, walletIndex, weiAmount), { minLength: 1, maxLength: 12 });

const threeWallets = async (): Promise<[WalletRef, WalletRef, WalletRef]> => [
  await service.wallet('eth'),
  await service.wallet('eth'),
  await service.wallet('eth'),
];
describe('random transfers', () => {
  const start = decimal('700.000000000000000007');

  it('one after the other leave exactly what arithmetic says, and are refused exactly when funds lack', async () => {
    await assert(
      asyncProperty(transfers, async (moves) => {
        const wallets = await threeWallets();
        const expected = [start, start, start];
        for (const wallet of wallets) await service.fund(wallet, 'ETH', start);
        for (const [i, j, amount] of moves.filter(([from, to]) => from !== to)) {
          const [from = ZERO, to = ZERO] = [expected[i], expected[j]];
          const isPossible = compare(from, amount) >= 0;
          const [source = wallets[0], target = wallets[0]] = [wallets[i], wallets[j]];
          const outcome = await service.post(transfer(source, target, 'ETH', amount)).then(
            () => 'done',
            (error: unknown) => (error instanceof InsufficientFundsError ? 'refused' : error),
          );
          expect(outcome).toBe(isPossible ? 'done' : 'refused');
          if (!isPossible) continue;
          expected[i] = subtract(from, amount);
          expected[j] = add(to, amount);
        }
        expect(await Promise.all(wallets.map(async (wallet) => await balanceOf(wallet, 'ETH')))).toEqual(
          expected,
        );
      }),
      { numRuns: triesHere(15) },
    );
    expect(await differences()).toEqual([]);
  });

  it('all at once never lose, make or overdraw anything', async () => {
    await assert(
      asyncProperty(transfers, async (moves) => {
        const wallets = await threeWallets();
        for (const wallet of wallets) await service.fund(wallet, 'ETH', start);
        const outcomes = await Promise.allSettled(
          moves
            .filter(([i, j]) => i !== j)
            .map(async ([i, j, amount]) => {
              const [source = wallets[0], target = wallets[0]] = [wallets[i], wallets[j]];
              await service.post(transfer(source, target, 'ETH', amount));
            }),
        );
        const failures = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason as unknown] : []));
        expect(failures.filter((error) => !(error instanceof InsufficientFundsError))).toEqual([]);
        const left = await Promise.all(wallets.map(async (wallet) => await balanceOf(wallet, 'ETH')));
        expect(left.filter((balance) => compare(balance, ZERO) < 0)).toEqual([]);
        expect(sum(left)).toBe(sum([start, start, start]));
      }),
      { numRuns: triesHere(15) },
    );
    expect(await differences()).toEqual([]);
  });
});

describe('a posting', () => {
  it('is written whole or not at all', async () => {
    const [rich, poor] = [await service.wallet('eth'), await service.wallet('eth')];
    await service.fund(rich, 'ETH', '5');
    const attempt = inTransaction(
      service.db,
      async (tx) =>
        await postAll(tx, [
          transfer(rich, poor, 'ETH', decimal('5')),
          transfer(rich, poor, 'ETH', decimal('0.1')),
        ]),
    );
    await expect(attempt).rejects.toThrow(InsufficientFundsError);
    expect(await balanceOf(rich, 'ETH')).toBe('5');
    expect(await differences()).toEqual([]);
  });

  it('that is refused leaves the transaction usable, and says what there is', async () => {
    const wallet = await service.wallet('trx');
    await service.fund(wallet, 'TRX', '1.5');
    const balance = await inTransaction(service.db, async (tx) => {
      try {
        await postAll(tx, [withdraw(wallet, movement('TRX', '1.500001'))]);
      } catch (error) {
        if (!(error instanceof InsufficientFundsError)) throw error;
        const { keys } = await tx
          .selectFrom('api_keys')
          .select((e) => e.fn.countAll<number>().as('keys'))
          .executeTakeFirstOrThrow();
        return { balance: error.balance, keys };
      }
      return undefined;
    });
    expect(balance).toEqual({ balance: '1.5', keys: 1 });
  });

  it('may spend what an earlier one of the same call brought, not a later one', async () => {
    const wallet = await service.wallet('trx');
    const [bring, take] = [deposit(wallet, movement('TRX', '2')), withdraw(wallet, movement('TRX', '2'))];
    await expect(inTransaction(service.db, async (tx) => await postAll(tx, [take, bring]))).rejects.toThrow(
      InsufficientFundsError,
    );
    await inTransaction(service.db, async (tx) => await postAll(tx, [bring, take]));
    expect(await balanceOf(wallet, 'TRX')).toBe('0');
  });

  it('must add up to zero for each asset', async () => {
    const [tron, bnb] = [await service.wallet('trx'), await service.wallet('bnb')];
    const { accountId } = service;
    const unbalanced: Posting[] = [
      {
        accountId,
        kind: 'deposit',
        entries: [{ account: walletAccount(tron, 'USDT'), amount: decimal('1') }],
      },
      {
        accountId,
        kind: 'settlement',
        entries: [
          { account: worldAccount(accountId, 'trx', 'USDT'), amount: decimal('-1') },
          { account: walletAccount(bnb, 'USDT'), amount: decimal('1') },
        ],
      },
      {
        accountId,
        kind: 'settlement',
        entries: [
          { account: worldAccount(accountId, 'trx', 'USDC'), amount: decimal('-1') },
          { account: walletAccount(tron, 'USDT'), amount: decimal('1') },
        ],
      },
    ];
    for (const posting of unbalanced) await expect(service.post(posting)).rejects.toThrow(RangeError);
    await expect(service.post({ accountId, kind: 'deposit', entries: [] })).rejects.toThrow(RangeError);
    expect(await differences()).toEqual([]);
  });

  it('may move USDT of Tron and Ethereum into their shared pool', async () => {
    const wallet = await service.wallet('trx', 'accounting');
    await service.fund(wallet, 'USDT', '9');
    await service.post({
      accountId: service.accountId,
      kind: 'collection',
      entries: [
        { account: walletAccount(wallet, 'USDT'), amount: decimal('-9') },
        { account: poolAccount(service.accountId, 'eth', 'USDT'), amount: decimal('9') },
      ],
    });
    expect(await differences()).toEqual([]);
  });

  it("cannot touch another account's wallet", async () => {
    const wallet = await service.wallet('trx');
    const { accountId } = service;
    await service.db
      .insertInto('accounts')
      .columns(['account_id', 'name', 'created_at'])
      .expression((e) =>
        e
          .selectFrom('accounts')
          .select((s) => [s.val('acc_other').as('account_id'), 'name', 'created_at'])
          .where('account_id', '=', accountId),
      )
      .execute();
    const foreign = deposit(wallet, { ...movement('TRX', '1'), accountId: 'acc_other' });
    await expect(service.post(foreign)).rejects.toThrow(WalletGoneError);
  });

  it.each(['0', '-1'])('cannot move %s', async (amount) => {
    const wallet = await service.wallet('trx');
    expect(() => deposit(wallet, movement('TRX', amount))).toThrow(RangeError);
  });
});

it('sets held funds aside and gives them back', async () => {
  const wallet = await service.wallet('trx');
  await service.fund(wallet, 'USDT', '10');
  await service.post(hold(wallet, movement('USDT', '7')));
  await expect(service.post(withdraw(wallet, movement('USDT', '4')))).rejects.toThrow(InsufficientFundsError);
  await expect(service.post(release(wallet, movement('USDT', '8')))).rejects.toThrow(InsufficientFundsError);
  await service.post(release(wallet, movement('USDT', '7')));
  await service.post(withdraw(wallet, movement('USDT', '10')));
  expect(await balanceOf(wallet, 'USDT')).toBe('0');
  expect(await differences()).toEqual([]);
});

it('lets many deposits of a new currency to one wallet meet', async () => {
  const wallet = await service.wallet('trx');
  await Promise.all(Array.from({ length: 30 }, async () => await service.fund(wallet, 'USDC', '0.1')));
  expect(await balanceOf(wallet, 'USDC')).toBe('3');
});
