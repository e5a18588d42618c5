import { sql, type Kysely } from 'kysely';
import { ZERO } from '#domain/decimal.ts';
import type { WalletNetwork } from '#domain/networks.ts';
import type { TransactionsTable } from '#database/history-tables.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { now } from '#domain/clock.ts';
import { timeId } from '../../ids.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { deposit } from '../../ledger/movements.ts';
import { insertTransactions, setTransactionStatus } from '../../transactions/transactions.store.ts';
import { addMs } from '#domain/time.ts';
import { newHash } from '../chain-facts.ts';
import type { Random } from '../random.ts';
import { amountWorth } from '../sandbox-amounts.ts';
import { sandboxAccountId } from '../sandbox-keys.ts';
import { dollarsToday } from '../year/prices.ts';
import { isSeeded } from './seeded-wallets.ts';

/** How long until a network has confirmed a payment often enough. */
const confirmedAfterMs = 40_000;
const failedShare = 0.01;
/** Among so many of the newest deposits a sender is looked for who pays again. */
const newest = 300;
const range = [4, 60_000] as const;

type Pattern = Pick<TransactionsTable, 'currency' | 'amount' | 'sender_wallet' | 'recipient_wallet'> & {
  network: WalletNetwork;
};

/** An earlier payer pays again, or pays a seeded wallet that was not paid yet. */
export async function arrive(db: Kysely<Tables>, random: Random): Promise<void> {
  const patterns = await recentDeposits(db);
  const pattern = random.weighted(patterns, () => 1);
  if (pattern === undefined) return;
  const { network, currency, sender_wallet } = pattern;
  const recipient = random.chance(0.12) ? await findUnused(db, network) : undefined;
  const price = dollarsToday(currency);
  const usual = Number(pattern.amount) * price * random.magnitude(0.35, 2.8);
  const dollars = Math.min(Math.max(usual, range[0]), range[1]);
  const createdAt = now();
  await inTransaction(db, async (tx) => {
    await insertTransactions(tx, [
      {
        transaction_id: timeId('tx', createdAt),
        account_id: sandboxAccountId,
        network,
        direction: 'in',
        status: 'in_progress',
        currency,
        amount: amountWorth(random, network, currency, { dollars, price }),
        fee: ZERO,
        sender_wallet,
        recipient_wallet: recipient ?? pattern.recipient_wallet,
        hash: newHash(random, network),
        created_at: createdAt,
      },
    ]);
  });
}

/** The deposit that has waited longest is confirmed, or now and then found to have failed. */
export async function confirmNext(db: Kysely<Tables>, random: Random): Promise<void> {
  const isFailed = random.chance(failedShare);
  await inTransaction(db, async (tx) => {
    // Locked, since another process may be at it: the same deposit must not be posted twice.
    const next = await tx
      .selectFrom('transactions')
      .selectAll()
      .where('account_id', '=', sandboxAccountId)
      .where('status', '=', 'in_progress')
      .where('direction', '=', 'in')
      .where('created_at', '<=', addMs(now(), -confirmedAfterMs))
      .orderBy('transaction_id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (next === undefined) return;
    const { transaction_id: reference, recipient_wallet: address, currency, amount } = next;
    const wallet = await tx
      .selectFrom('wallets')
      .select(['network', 'address'])
      .where('address', '=', address)
      .where('account_id', '=', sandboxAccountId)
      .where('deleted_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    const isReceived = wallet !== undefined && !isFailed;
    if (isReceived) {
      await postEntries(tx, deposit(wallet, { accountId: sandboxAccountId, currency, amount, reference }));
    }
    await setTransactionStatus(tx, reference, isReceived ? 'completed' : 'error');
  });
}

/** Deposits from outsiders to seeded wallets that are in use. */
async function recentDeposits(db: Kysely<Tables>): Promise<Pattern[]> {
  const { rows } = await sql<Pattern>`
    select t.network, t.currency, t.amount, t.sender_wallet, t.recipient_wallet
    from (
      select * from transactions
      where account_id = ${sandboxAccountId} and status = 'completed'
        and direction = 'in'
      order by transaction_id desc limit ${newest}
    ) t
    join wallets w on w.address = t.recipient_wallet and w.status = 'active' and w.deleted_at is null
      and ${isSeeded('w')}
    where not exists (select from wallets own where own.address = t.sender_wallet)
      and not exists (select from withdrawal_requests r where r.hash = t.hash)
    order by t.transaction_id`.execute(db);
  return rows;
}

async function findUnused(db: Kysely<Tables>, network: WalletNetwork): Promise<string | undefined> {
  const { rows } = await sql<{ address: string }>`
    select w.address from wallets w
    where w.account_id = ${sandboxAccountId} and w.network = ${network} and w.status = 'active'
      and w.deleted_at is null and ${isSeeded('w')} and not exists (
        select from ledger_accounts a where a.wallet_address = w.address
      )
    order by w.created_at desc, w.address limit 1`.execute(db);
  return rows[0]?.address;
}
