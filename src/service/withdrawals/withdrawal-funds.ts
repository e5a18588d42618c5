import type { Transaction } from 'kysely';
import { add, compare, subtract, sum } from '#domain/arithmetic.ts';
import { isPositive, isZero, ZERO, type Decimal } from '#domain/decimal.ts';
import { type Currency, isWalletNetwork, type Network } from '#domain/networks.ts';
import { debitOf, receivedOf } from '#domain/withdrawal-amounts.ts';
import type { WithdrawalRequestsTable } from '#database/history-tables.ts';
import type { Tables } from '#database/tables.ts';
import { sharedPoolKey } from '#contract/wallet-service/balances.ts';
import { InsufficientFundsError, postAll, postEntries, WalletGoneError } from '../ledger/ledger.ts';
import { poolAccount, poolHold, poolNetwork, walletHold, type WalletRef } from '../ledger/ledger-accounts.ts';
import * as movements from '../ledger/movements.ts';

/** What of a request says which funds it moves. */
export type WithdrawalFunds = Pick<
  WithdrawalRequestsTable,
  'request_id' | 'account_id' | 'network' | 'currency' | 'sender_wallet' | 'amount' | 'fee' | 'fee_included'
>;

/** Less is there than the request takes. Nothing was held; what was written before must not be kept. */
export class WithdrawalNotCoveredError extends Error {
  override readonly name = 'WithdrawalNotCoveredError';
  readonly available: Decimal;

  constructor(available: Decimal) {
    super(`Only ${available} can be spent.`);
    this.available = available;
  }
}

/** Sets aside what the request pays. Throws WithdrawalNotCoveredError. */
export async function holdFunds(tx: Transaction<Tables>, request: WithdrawalFunds): Promise<void> {
  const wallet = walletOf(request);
  if (wallet === undefined) {
    await holdOfPool(tx, request);
    return;
  }
  try {
    await postEntries(tx, movements.hold(wallet, debit(request)));
  } catch (error) {
    if (error instanceof InsufficientFundsError) throw new WithdrawalNotCoveredError(error.balance);
    throw error;
  }
}

/** Gives back what was held. */
export async function releaseFunds(tx: Transaction<Tables>, request: WithdrawalFunds): Promise<void> {
  const wallet = walletOf(request);
  await postEntries(
    tx,
    wallet === undefined
      ? movements.releaseToPool(request.network, debit(request))
      : movements.release(wallet, debit(request)),
  );
}

/** What was held has left: the recipient has the amount, the fee is paid. */
export async function payHeldFunds(tx: Transaction<Tables>, request: WithdrawalFunds): Promise<void> {
  const { account_id: accountId, network, currency, fee } = request;
  const wallet = walletOf(request);
  const from = wallet === undefined ? poolHold(accountId, network, currency) : walletHold(wallet, currency);
  await postEntries(
    tx,
    movements.payOut(from, network, { ...debit(request), amount: receivedOf(request), fee }),
  );
}

function debit(request: WithdrawalFunds): movements.Movement {
  const { account_id: accountId, currency, request_id: reference } = request;
  return { accountId, currency, amount: debitOf(request), reference };
}

function walletOf({ network, sender_wallet: address }: WithdrawalFunds): WalletRef | undefined {
  if (address === null) return undefined;
  if (!isWalletNetwork(network)) throw new RangeError(`There are no wallets on ${network}.`);
  return { network, address };
}

/** More collisions than this in a row mean that something else is wrong. */
const attempts = 20;

/**
 * What the pool lacks is collected from the account's `accounting` wallets first, because both are shown as one
 * available sum. Read without locks: if another transaction was quicker, the ledger refuses, keeps its locks, and the
 * balance is read again.
 */
async function holdOfPool(tx: Transaction<Tables>, request: WithdrawalFunds): Promise<void> {
  const { account_id: accountId, network, currency, request_id: reference } = request;
  for (let attempt = 1; ; attempt += 1) {
    const pool = await findPoolBalance(tx, request);
    let missing = subtract(debitOf(request), pool);
    const places = isPositive(missing) ? await findCollectable(tx, request) : [];
    const collections = [];
    for (const { wallet, balance } of places) {
      if (isZero(missing)) break;
      const amount = compare(balance, missing) < 0 ? balance : missing;
      missing = subtract(missing, amount);
      collections.push(movements.collect(wallet, { accountId, currency, amount, reference }));
    }
    if (isPositive(missing)) {
      throw new WithdrawalNotCoveredError(add(pool, sum(places.map(({ balance }) => balance))));
    }
    try {
      await postAll(tx, [...collections, movements.holdOfPool(network, debit(request))]);
      return;
    } catch (error) {
      const isOutdated = error instanceof InsufficientFundsError || error instanceof WalletGoneError;
      if (!isOutdated || attempt === attempts) throw error;
    }
  }
}

async function findPoolBalance(
  tx: Transaction<Tables>,
  { account_id: accountId, network, currency }: WithdrawalFunds,
): Promise<Decimal> {
  const pool = await tx
    .selectFrom('ledger_accounts')
    .select('balance')
    .where('ledger_account_id', '=', poolAccount(accountId, network, currency).id)
    .executeTakeFirst();
  return pool?.balance ?? ZERO;
}

type Collectable = { wallet: WalletRef; balance: Decimal };

/**
 * Wallets that the pool can be filled from, the fullest first. Not those of the shared pool: what comes in
 * there is verified before it may be spent, and is shown apart.
 */
async function findCollectable(
  tx: Transaction<Tables>,
  { account_id: accountId, network, currency }: { account_id: string; network: Network; currency: Currency },
): Promise<Collectable[]> {
  if (!isWalletNetwork(network) || poolNetwork(network, currency) === sharedPoolKey) return [];
  const rows = await tx
    .selectFrom('ledger_accounts as a')
    .innerJoin('wallets as w', 'w.address', 'a.wallet_address')
    .select(['w.address', 'a.balance'])
    .where('a.account_id', '=', accountId)
    .where('a.kind', '=', 'wallet')
    .where('a.network', '=', network)
    .where('a.currency', '=', currency)
    .where('a.balance', '>', ZERO)
    .where('w.type', '=', 'accounting')
    .where('w.status', '<>', 'blocked')
    .where('w.deleted_at', 'is', null)
    .orderBy('a.balance', 'desc')
    .orderBy('w.address')
    .execute();
  return rows.flatMap(({ address, balance }) =>
    balance === null ? [] : [{ wallet: { network, address }, balance }],
  );
}
