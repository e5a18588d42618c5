import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
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

/** The tags of the account's wallets, by name. One that is written in several ways is there in the first. */
export async function listTags(db: Kysely<Tables>, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('wallet_notes')
    .select('tags')
    .where('account_id', '=', accountId)
    .orderBy('address')
    .execute();
  const tags = new Map<string, string>();
  for (const tag of rows.flatMap((row) => parseTags(row.tags))) {
    if (!tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()].toSorted((a, b) => a.localeCompare(b, 'en'));
}

/** Tags as they are kept; none of what can't be read. */
export function parseTags(stored: unknown): string[] {
  return z.safeParse(z.array(z.string()), stored).data ?? [];
}
