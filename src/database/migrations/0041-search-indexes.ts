import { sql, type Kysely } from 'kysely';

/** Finds what is sent from or to an address by its beginning, at the same cost in a list of any length. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['sender', 'recipient']) {
    const column = sql.ref(`${name}_wallet`);
    await sql`
      create index ${sql.ref(`transactions_by_${name}`)} on transactions (account_id, ${column})`.execute(db);
    await sql`
      create index ${sql.ref(`withdrawal_requests_by_${name}`)}
      on withdrawal_requests (account_id, ${column}) where deleted_at is null`.execute(db);
  }
}
