import { sql, type Kysely } from 'kysely';

/** Lists the entries of one kind in the order of their booking, without reading those of other kinds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index ledger_postings_by_kind
    on ledger_postings (account_id, kind, created_at, posting_id)`.execute(db);
}
