import type { Kysely } from 'kysely';
import { decimal, type Decimal } from '#domain/decimal.ts';
import type { Currency, WalletNetwork } from '#domain/networks.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { ServiceError } from '#http/service-error.ts';
import { runOnce } from '#jobs/testing-jobs.ts';
import { acceptCheck } from '../../aml/checks/accept-check.ts';
import { failCheck, inMs } from '../../aml/checks/checks.store.ts';
import { runCheck } from '../../aml/checks/run-check.ts';
import { parseSubject } from '../../aml/checks/read-subject.ts';
import { sandboxChain } from '../../chain/sandbox-chain.ts';
import { now } from '#domain/clock.ts';
import { postExchange } from '../../exchanges/post-exchange.ts';
import { insertAccount } from '../../keys/accounts.store.ts';
import { makeRandom } from '../../sandbox/random.ts';
import { receiveDeposit } from '../../testing-deposits.ts';
import { createWallet } from '../../wallets/create-wallet.ts';
import { createRequest } from '../../withdrawals/create-withdrawal.ts';
import { deleteRequest } from '../../withdrawals/delete-withdrawal.ts';
import { outsider } from '../../withdrawals/testing-withdrawals.ts';
import { withdrawalsJob } from '../../withdrawals/withdrawals.job.ts';
import { InsufficientFundsError, postEntries } from '../ledger.ts';
import { poolNetwork, type WalletRef } from '../ledger-accounts.ts';
import { collect, settle } from '../movements.ts';

type Wallet = WalletRef & { type: 'user' | 'accounting'; currency: Currency };

type Place = { network: WalletNetwork; currency: Currency };

const places: [Place, ...Place[]] = [
  { network: 'trx', currency: 'USDT' },
  { network: 'eth', currency: 'ETH' },
  { network: 'bnb', currency: 'USDC' },
  { network: 'btc', currency: 'BTC' },
];

/** About what a person moves, in each currency. */
const amounts: Partial<Record<Currency, readonly [least: number, most: number, decimals: number]>> = {
  USDT: [20, 900, 6],
  USDC: [20, 900, 18],
  ETH: [0.01, 2, 18],
  BTC: [0.001, 0.2, 8],
};

/** An account with wallets of both types on every network, and no check left: wallets pay for their checks. */
export async function makeBusyAccount(db: Kysely<Tables>, name: string): Promise<string> {
  const accountId = await insertAccount(db, name);
  for (const { network } of places) {
    for (const type of ['user', 'user', 'accounting'] as const) {
      await createWallet(db, accountId, { name: `${name} ${network} ${type}`, network, type });
    }
  }
  await db.insertInto('aml_allowances').values({ account_id: accountId, checks_left: 0 }).execute();
  return accountId;
}

/** Every kind of movement that the service knows, by the service's own functions, in any order. */
export function movementsOf(db: Kysely<Tables>, accountIds: readonly string[], seed: number) {
  const random = makeRandom(seed);
  const jobs = [
    withdrawalsJob({
      db,
      chain: sandboxChain(db, { confirmAfterMs: 0, refusedShare: 0.15, failedShare: 0.2 }),
      leaseMs: 300,
    }),
  ];
  let orders = 0;

  const amountOf = (currency: Currency): Decimal => {
    const [least, most, decimals] = amounts[currency] ?? [1, 2, 6];
    const whole = random.magnitude(least, most).toFixed(Math.min(decimals, 6));
    const rest = decimals > 6 ? random.digits(decimals - 6) : '';
    return decimal(`${whole}${rest}`);
  };

  const walletOf = async (
    accountId: string,
    type?: Wallet['type'],
    network?: WalletNetwork,
  ): Promise<Wallet> => {
    const rows = await db
      .selectFrom('wallets')
      .select(['network', 'address', 'type'])
      .where('account_id', '=', accountId)
      .orderBy('address')
      .execute();
    const isSuited = (wallet: (typeof rows)[number]) =>
      wallet.type === (type ?? wallet.type) && wallet.network === (network ?? wallet.network);
    const row = random.weighted(rows, (wallet) => Number(isSuited(wallet)));
    const place = places.find((known) => known.network === row?.network);
    if (row === undefined || place === undefined) throw new Error('The account has no wallets.');
    return { ...row, currency: place.currency };
  };

  const receive = async (accountId: string) => {
    const wallet = await walletOf(accountId);
    const { currency } = wallet;
    await receiveDeposit(db, accountId, wallet, { currency, amount: amountOf(currency) });
  };

  const request = async (accountId: string) => {
    const wallet = await walletOf(accountId, 'user');
    const { network, currency } = wallet;
    const isOfPool = random.chance(0.35);
    const isOwn = !isOfPool && random.chance(0.2);
    const other = isOwn
      ? await walletOf(random.chance(0.5) ? accountId : (accountIds[0] ?? accountId))
      : wallet;
    const isSuited = isOwn && other.network === network && other.address !== wallet.address;
    orders += 1;
    await createRequest(
      db,
      accountId,
      {
        external_id: `order-${seed}-${orders}`,
        amount: amountOf(currency),
        fee_included: random.chance(0.5),
        currency,
        network,
        sender: isOfPool ? 'exchange' : 'user',
        sender_wallet: isOfPool ? null : wallet.address,
        recipient_wallet: isSuited ? other.address : outsider(network, random.integer(50)),
        comment: null,
      },
      random.chance(0.7) ? 0 : 3_600,
    );
  };

  const remove = async (accountId: string) => {
    const rows = await db
      .selectFrom('withdrawal_requests')
      .select('request_id')
      .where('account_id', '=', accountId)
      .where('status', '=', 'new')
      .where('deleted_at', 'is', null)
      .execute();
    const row = random.weighted(rows, () => 1);
    if (row !== undefined) await deleteRequest(db, accountId, row.request_id);
  };

  const exchange = async (accountId: string) => {
    const [from, to] = [random.pick(places), random.pick(places)];
    if (from === to) return;
    await inTransaction(
      db,
      async (tx) =>
        await postExchange(tx, {
          accountId,
          from: { ...from, amount: amountOf(from.currency) },
          to,
          rate: decimal('0.731'),
          feeShare: decimal('0.0025'),
          createdAt: now(),
        }),
    );
  };

  const collectSome = async (accountId: string) => {
    const wallet = await walletOf(accountId, 'accounting');
    const { currency } = wallet;
    const movement = { accountId, currency, amount: amountOf(currency) };
    await inTransaction(db, async (tx) => {
      await postEntries(tx, collect(wallet, movement));
      const isShared = poolNetwork(wallet.network, currency) !== wallet.network;
      if (isShared && random.chance(0.7)) await postEntries(tx, settle(wallet.network, movement));
    });
  };

  const checkSubject = async (accountId: string) => {
    // Checks are paid for in USDT.
    const wallet = await walletOf(accountId, 'user', 'trx');
    const subject = parseSubject(outsider('eth', random.integer(50)), 'eth');
    const isAsync = random.chance(0.5);
    const claim = await acceptCheck(db, {
      accountId,
      subject,
      payer: wallet.address,
      isAsync,
      nextStepAt: inMs(3_600_000),
    });
    if (isAsync) return;
    if (random.chance(0.5)) await inTransaction(db, async (tx) => await failCheck(tx, claim, 'It failed.'));
    else await runCheck(db, claim, { accountId, subject });
  };

  const carryOn = async () => {
    // The pauses between two looks at a payment are for networks that take minutes.
    if (random.chance(0.2)) {
      await db
        .updateTable('withdrawal_requests')
        .set({ next_step_at: now() })
        .where('status', '=', 'processing')
        .where('next_step_at', 'is not', null)
        .execute();
    }
    for (const job of jobs) await runOnce(job);
  };

  const kinds: readonly { weight: number; move: (accountId: string) => Promise<unknown> }[] = [
    { weight: 30, move: receive },
    { weight: 20, move: request },
    { weight: 3, move: remove },
    { weight: 6, move: exchange },
    { weight: 12, move: collectSome },
    { weight: 12, move: checkSubject },
    { weight: 45, move: carryOn },
  ];

  return {
    /** Something happens in one of the accounts, or is refused for want of funds. */
    moveOnce: async (): Promise<void> => {
      const kind = random.weighted(kinds, ({ weight }) => weight);
      const accountId = accountIds[random.integer(accountIds.length)];
      if (kind === undefined || accountId === undefined) return;
      try {
        await kind.move(accountId);
      } catch (error) {
        if (!(error instanceof ServiceError) && !(error instanceof InsufficientFundsError)) throw error;
      }
    },
  };
}

/** Whether there is at least one document of every kind and in every state that faults are injected into. */
export async function isRich(db: Kysely<Tables>, accountId: string): Promise<boolean> {
  const requests = await db
    .selectFrom('withdrawal_requests')
    .select(['status', 'sender', 'deleted_at'])
    .where('account_id', '=', accountId)
    .execute();
  const has = (status: string, isDeleted = false) =>
    requests.some((row) => row.status === status && (row.deleted_at !== null) === isDeleted);
  const kinds = await db
    .selectFrom('ledger_postings')
    .select('kind')
    .distinct()
    .where('account_id', '=', accountId)
    .execute();
  const checks = await db
    .selectFrom('aml_checks')
    .select('status')
    .distinct()
    .where('account_id', '=', accountId)
    .execute();
  return (
    ['completed', 'rejected', 'error', 'processing', 'new'].every((status) => has(status)) &&
    has('new', true) &&
    kinds.length === 8 &&
    checks.length === 3
  );
}
