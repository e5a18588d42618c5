import type { Kysely } from 'kysely';
import { permissions } from '#contract/permissions.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { insertAccount, listAccounts } from './accounts.store.ts';
import { hashKey, keyRow, makeKey } from './keys.store.ts';

/** Fixed, so that of several processes that start at once on an empty database one makes the key. */
const firstKeyId = 'key_first';
const firstKeyName = 'First key';

export type MadeKey = { accountId: string; keyId: string; name: string; token: string };

/**
 * Makes the account and a key that may do everything, where no key was ever used, and returns the key's text. Undefined
 * where it was made before, even if it was revoked, and where people or programs already work with keys: then they are the
 * operator's business (`npm run keys`). `record` runs in the
 * transaction that makes the key.
 */
export async function createFirstKey(
  db: Kysely<Tables>,
  record?: (trx: Kysely<Tables>, key: MadeKey) => Promise<void>,
): Promise<string | undefined> {
  const token = makeKey();
  return await inTransaction(db, async (tx) => {
    const used = await tx
      .selectFrom('api_keys')
      .select('key_id')
      .where('last_used_at', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    if (used !== undefined) return undefined;
    const [account] = await listAccounts(tx);
    const accountId = account?.accountId ?? (await insertAccount(tx, 'Main account'));
    await tx
      .insertInto('api_keys')
      .values(keyRow({ keyId: firstKeyId, accountId, name: firstKeyName, permissions }, token, false))
      .onConflict((conflict) => conflict.column('key_id').doNothing())
      .execute();
    const stored = await tx
      .selectFrom('api_keys')
      .select('hash')
      .where('key_id', '=', firstKeyId)
      .executeTakeFirst();
    if (stored?.hash === hashKey(token)) {
      await record?.(tx, { accountId, keyId: firstKeyId, name: firstKeyName, token });
      return token;
    }
    // Another process was first: its account and key stay, ours are rolled back.
    throw new LostRace();
  }).catch((error: unknown) => {
    if (error instanceof LostRace) return undefined;
    throw error;
  });
}

class LostRace extends Error {}
