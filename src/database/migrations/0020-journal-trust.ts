import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';

const noHash = '0'.repeat(64);
/** The register's chain, as the journal has it: the account that is none. */
const register = '';

export async function up(db: Kysely<unknown>): Promise<void> {
  // At the end: rows are inserted in the order of the columns. Entries from before have none of the three.
  await sql`
    alter table journal_entries
      add column ip_address text collate "C",
      add column session text collate "C",
      add column details_permission text collate "C"`.execute(db);

  // Every journal that there is enters the register, so that one that vanishes from now on is missed.
  const { rows: heads } = await sql<{ account_id: string }>`
    select account_id from journal_heads order by account_id`.execute(db);
  if (heads.length === 0) return;
  const recordedAt = new Date().toISOString().replace('Z', '000Z');
  let end = { entries: 0, hash: noHash };
  for (const { account_id: accountId } of heads) {
    const sequence = end.entries + 1;
    const fields = [register, sequence, recordedAt, null, '', 'beginJournal', null, '', 'system', accountId];
    const unused = [null, null, null, null];
    const hash = createHash('sha256')
      .update(JSON.stringify([...fields, ...unused, end.hash]))
      .digest('hex');
    await sql`
      insert into journal_entries (account_id, sequence, recorded_at, request_id, operation, key_fingerprint, via,
        subject, previous_hash, hash)
      values (${register}, ${sequence}, ${recordedAt}::timestamptz, '', 'beginJournal', '', 'system', ${accountId},
        ${end.hash}, ${hash})`.execute(db);
    end = { entries: sequence, hash };
  }
  await sql`
    insert into journal_heads (account_id, entries, hash)
    values (${register}, ${end.entries}, ${end.hash})`.execute(db);
}
