import { formatAmount, formatList } from '#domain/format.ts';
import type { Kysely, Transaction } from 'kysely';
import { type Decimal, isZero } from '#domain/decimal.ts';
import type { WalletNetwork } from '#domain/networks.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Tables } from '#database/tables.ts';
import { now } from '#domain/clock.ts';
import { storedAddress } from './wallet-address.ts';

/** `refused` says why, as the end of a sentence that starts with the wallet. */
type Deletion = { outcome: 'deleted' } | { outcome: 'unknown' } | { outcome: 'refused'; reason: string };

/**
 * Deletes an empty wallet that nothing is on its way to: it leaves the list, frees room under the limit, and its address is never used
 * again. Its lock waits for postings that are under way and makes later ones fail (see `postAll`). Each
 * statement must see what was committed before it, whatever the server's own isolation: after the lock, the
 * balances are those that the postings left.
 */
export async function deleteWallet(
  db: Kysely<Tables>,
  accountId: string,
  address: string,
): Promise<Deletion> {
  return await inTransaction(
    db,
    async (tx) => {
      const wallet = await tx
        .selectFrom('wallets')
        .select(['address', 'network'])
        .where('address', '=', storedAddress(address))
        .where('account_id', '=', accountId)
        .where('deleted_at', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (wallet === undefined) return { outcome: 'unknown' };
      const reason = await whyNotEmpty(tx, wallet);
      if (reason !== undefined) return { outcome: 'refused', reason };

      await tx
        .updateTable('wallets')
        .set({ deleted_at: now() })
        .where('address', '=', wallet.address)
        .execute();
      await tx
        .updateTable('wallet_counts')
        .set((e) => ({ wallets: e('wallets', '-', 1) }))
        .where('account_id', '=', accountId)
        .where('network', '=', wallet.network)
        .execute();
      return { outcome: 'deleted' };
    },
    { isolationLevel: 'read committed' },
  );
}

async function whyNotEmpty(tx: Transaction<Tables>, wallet: WalletRef): Promise<string | undefined> {
  const { address } = wallet;
  const rows = await tx
    .selectFrom('ledger_accounts')
    .select(['kind', 'currency', 'balance'])
    .where('wallet_address', '=', address)
    .orderBy('currency')
    .execute();
  const list = (kind: 'wallet' | 'hold') =>
    formatList(
      rows.flatMap(({ kind: of, balance, currency }) =>
        of === kind && isAmount(balance) ? [`${formatAmount(balance)} ${currency}`] : [],
      ),
    );
  const funds = list('wallet');
  const held = list('hold');
  const coming = formatList([
    ...((await isPaidByWithdrawal(tx, wallet)) ? ['an open withdrawal'] : []),
    ...((await isDepositInProgress(tx, wallet)) ? ['a deposit in progress'] : []),
  ]);
  const reasons = [
    ...(funds === '' ? [] : [`it still holds ${funds}`]),
    ...(held === '' ? [] : [`it has a pending ${await holdersOf(tx, address)} that holds ${held}`]),
    ...(coming === '' ? [] : [`it is about to receive ${coming}`]),
  ];
  return reasons.length === 0 ? undefined : formatList(reasons);
}

type WalletRef = { address: string; network: WalletNetwork };

/**
 * Asks about the withdrawals of every account, because such a payment would be credited to no one. Creating a
 * withdrawal locks the wallet first.
 */
async function isPaidByWithdrawal(
  tx: Transaction<Tables>,
  { address, network }: WalletRef,
): Promise<boolean> {
  const open = await tx
    .selectFrom('withdrawal_requests')
    .select('request_id')
    .where('recipient_wallet', '=', address)
    .where('network', '=', network)
    .where('status', 'in', ['new', 'processing'])
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

async function isDepositInProgress(
  tx: Transaction<Tables>,
  { address, network }: WalletRef,
): Promise<boolean> {
  const deposit = await tx
    .selectFrom('transactions')
    .select('transaction_id')
    .where('recipient_wallet', '=', address)
    .where('network', '=', network)
    .where('direction', '=', 'in')
    .where('status', '=', 'in_progress')
    .limit(1)
    .executeTakeFirst();
  return deposit !== undefined;
}

/** What funds of the wallet may be held for. */
async function holdersOf(tx: Transaction<Tables>, address: string): Promise<string> {
  const check = await tx
    .selectFrom('aml_checks')
    .select('uid')
    .where('payer_address', '=', address)
    .where('next_step_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return check === undefined ? 'withdrawal' : 'withdrawal or AML check';
}

const isAmount = (balance: Decimal | null): balance is Decimal => balance !== null && !isZero(balance);
