import { sql, type Kysely } from 'kysely';

/** Finds withdrawals by a part of their id, their reference or an address. None of these ever changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index withdrawal_requests_search on withdrawal_requests using gin ((
      lower(request_id || E'\n' || external_id || E'\n' || coalesce(sender_wallet, '') || E'\n' || recipient_wallet)
    ) gin_trgm_ops)`.execute(db);
}
