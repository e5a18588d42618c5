import { type Kysely, sql } from 'kysely';
import type { IncomingWebhooksTable } from '#database/event-tables.ts';
import { readUnlessChanged } from '#database/read-unless-changed.ts';
import type { Tables } from '#database/tables.ts';
import type { Instant } from '#domain/time.ts';

export async function findWebhook(
  db: Kysely<Tables>,
  accountId: string,
): Promise<IncomingWebhooksTable | undefined> {
  return await db
    .selectFrom('incoming_webhooks')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export async function findWebhookBySecret(
  db: Kysely<Tables>,
  secretHash: string,
): Promise<Pick<IncomingWebhooksTable, 'account_id' | 'secret_hash' | 'sources'> | undefined> {
  return await db
    .selectFrom('incoming_webhooks')
    .select(['account_id', 'secret_hash', 'sources'])
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst();
}

type Changed = Pick<IncomingWebhooksTable, 'account_id' | 'version' | 'updated_at' | 'updated_by'>;
type Secret = Pick<IncomingWebhooksTable, 'secret_hash'>;

/** Writes the account's first secret. Undefined if another user was faster. */
export async function insertWebhook(
  db: Kysely<Tables>,
  webhook: Changed & Secret,
): Promise<IncomingWebhooksTable | undefined> {
  return await db
    .insertInto('incoming_webhooks')
    .values({ ...webhook, sources: '[]', signals: 0 })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Changes the webhook if it still has the version before this one. Undefined if another user was faster. */
export async function changeWebhook(
  db: Kysely<Tables>,
  { account_id: accountId, version, ...changes }: Changed & (Secret | { sources: string }),
): Promise<IncomingWebhooksTable | undefined> {
  return await db
    .updateTable('incoming_webhooks')
    .set({ ...changes, version })
    .where('account_id', '=', accountId)
    .where('version', '=', version - 1)
    .returningAll()
    .executeTakeFirst();
}

export async function noteRefusal(
  db: Kysely<Tables>,
  { accountId, address, at }: { accountId: string; address: string; at: Instant },
): Promise<void> {
  await db
    .updateTable('incoming_webhooks')
    .set({ refused_at: at, refused_address: address })
    .where('account_id', '=', accountId)
    .execute();
}

/** How many events and replays there have been; accounts without a webhook are left out. */
export async function listSignals(
  db: Kysely<Tables>,
  accountIds: readonly string[],
): Promise<Map<string, number>> {
  const query = db
    .selectFrom('incoming_webhooks')
    .select(['account_id', 'signals'])
    .where(sql<boolean>`account_id = any(${accountIds}::text[])`);
  const rows = await readUnlessChanged(db, query.compile());
  return new Map(rows.map(({ account_id: accountId, signals }) => [accountId, signals]));
}
