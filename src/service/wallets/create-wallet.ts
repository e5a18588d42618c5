import type { Kysely } from 'kysely';
import { walletLimit } from '#contract/wallet-service/wallets.ts';
import type { WalletNetwork, WalletType } from '#domain/networks.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Tables } from '#database/tables.ts';
import { nextAddress } from '../addresses/address-chains.ts';
import { now } from '#domain/clock.ts';

type NewWallet = { name: string; network: WalletNetwork; type: WalletType };

/** Makes a wallet and returns its address; undefined when the account has all the wallets it may have there. */
export async function createWallet(
  db: Kysely<Tables>,
  accountId: string,
  { name, network, type }: NewWallet,
): Promise<string | undefined> {
  return await inTransaction(db, async (tx) => {
    await tx
      .insertInto('wallet_counts')
      .values({ account_id: accountId, network, wallets: 0 })
      .onConflict((conflict) => conflict.columns(['account_id', 'network']).doNothing())
      .execute();
    // The row is locked until the end: of many creations at once each one sees the count before it.
    const counted = await tx
      .updateTable('wallet_counts')
      .set((e) => ({ wallets: e('wallets', '+', 1) }))
      .where('account_id', '=', accountId)
      .where('network', '=', network)
      .where('wallets', '<', walletLimit)
      .executeTakeFirst();
    if (counted.numUpdatedRows === 0n) return undefined;

    const { address, chainIndex } = await nextAddress(tx, network);
    await tx
      .insertInto('wallets')
      .values({
        address,
        account_id: accountId,
        network,
        type,
        name,
        status: 'active',
        chain_index: chainIndex,
        created_at: now(),
        deleted_at: null,
      })
      .execute();
    return address;
  });
}
