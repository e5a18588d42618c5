import type { Kysely } from 'kysely';
import type { WalletNotesTable } from '#database/console-tables.ts';
import type { Tables } from '#database/tables.ts';
import type { Instant } from '#domain/time.ts';

/** Undefined for a wallet that nothing has been noted about. */
export async function findNotes(
  db: Kysely<Tables>,
  accountId: string,
  address: string,
): Promise<WalletNotesTable | undefined> {
  return await db
    .selectFrom('wallet_notes')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('address', '=', address)
    .executeTakeFirst();
}

/**
 * Writes the notes if they still have the version before this one, 0 meaning none. Undefined if another user was
 * faster.
 */
export async function writeNotes(
  db: Kysely<Tables>,
  notes: WalletNotesTable,
): Promise<WalletNotesTable | undefined> {
  const { account_id, address, ...written } = notes;
  if (notes.version === 1) {
    return await db
      .insertInto('wallet_notes')
      .values(notes)
      .onConflict((conflict) => conflict.columns(['account_id', 'address']).doNothing())
      .returningAll()
      .executeTakeFirst();
  }
  return await db
    .updateTable('wallet_notes')
    .set(written)
    .where('account_id', '=', account_id)
    .where('address', '=', address)
    .where('version', '=', notes.version - 1)
    .returningAll()
    .executeTakeFirst();
}

/** When the wallet was created and by whom, by the activity log; undefined if it has no such entry. */
export async function findCreation(
  db: Kysely<Tables>,
  accountId: string,
  address: string,
): Promise<{ recorded_at: Instant; user_name: string | null; key_name: string | null } | undefined> {
  return await db
    .selectFrom('audit_log_entries')
    .select(['recorded_at', 'user_name', 'key_name'])
    .where('account_id', '=', accountId)
    .where('created_id', '=', address)
    .where('operation', '=', 'createWallet')
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst();
}
