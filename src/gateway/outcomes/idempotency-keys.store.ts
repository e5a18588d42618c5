import type { Kysely } from 'kysely';
import type { IdempotencyKeysTable } from '#database/outcome-tables.ts';
import type { Tables } from '#database/tables.ts';
import type { Instant } from '#domain/time.ts';

export type KeyUse = Omit<IdempotencyKeysTable, 'state'>;

export type KeyClaim =
  /** The key is new: this request is the first to use it. */
  | { kind: 'first' }
  /** The same withdrawal was sent with it before. */
  | { kind: 'again' }
  /** Another withdrawal was sent with it before. */
  | { kind: 'other'; externalId: string };

/** Claims the key for the withdrawal. A key whose request was refused can be claimed for another one. */
export async function claimKey(db: Kysely<Tables>, use: KeyUse): Promise<KeyClaim> {
  const { account_id, idempotency_key, ...changes } = use;
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ ...use, state: 'claimed' })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'idempotency_key'])
        .doUpdateSet({ ...changes, state: 'claimed' })
        .where('idempotency_keys.state', '=', 'refused'),
    )
    .returning('external_id')
    .executeTakeFirst();
  if (claimed !== undefined) return { kind: 'first' };
  const { external_id: externalId, body_hash: hash } = await db
    .selectFrom('idempotency_keys')
    .select(['external_id', 'body_hash'])
    .where('account_id', '=', account_id)
    .where('idempotency_key', '=', idempotency_key)
    .executeTakeFirstOrThrow();
  return hash === use.body_hash ? { kind: 'again' } : { kind: 'other', externalId };
}

/** Stores what became of the withdrawal. Once one was created, the key stays its own. */
export async function closeKey(db: Kysely<Tables>, use: KeyUse, state: 'created' | 'refused'): Promise<void> {
  const own = db
    .updateTable('idempotency_keys')
    .set({ state })
    .where('account_id', '=', use.account_id)
    .where('idempotency_key', '=', use.idempotency_key)
    .where('body_hash', '=', use.body_hash);
  await (state === 'refused' ? own.where('state', '=', 'claimed') : own).execute();
}

export async function deleteKeysBefore(db: Kysely<Tables>, before: Instant): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('used_at', '<', before).execute();
}
