import { sql, type Kysely } from 'kysely';

/** The URL for events is shown only when it is created. The hash is all that is needed to recognize its secret. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table incoming_webhooks drop column sealed_secret`.execute(db);
}
