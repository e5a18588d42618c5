import { type Kysely, sql } from 'kysely';
import type { AuditLogEntriesTable } from '#database/console-tables.ts';
import type { Tables } from '#database/tables.ts';
import type { Instant } from '#domain/time.ts';
import { continueChain, emptyHead, type Head, type NewEntry, NO_HASH } from './chain.ts';

/**
 * The register of activity logs: a chain of its own, of no account, with an entry for each activity log that begins. So an
 * account whose entries and head vanish together is missed.
 */
export const REGISTER = '';

/**
 * Inserts rows that continue the chain behind `head` and moves the head to the last of them, in one statement. False,
 * and nothing done, if the chain does not end there because another transaction appended in the meantime.
 */
export async function appendRows(
  db: Kysely<Tables>,
  head: Head,
  rows: readonly AuditLogEntriesTable[],
): Promise<boolean> {
  const last = rows.at(-1);
  if (last === undefined) return true;
  // The row lock of the head makes appends of other processes wait; they then find that it moved.
  const inserted = await sql`
    with moved as (
      update audit_log_heads set entries = ${last.sequence}::bigint, hash = ${last.hash}
      where account_id = ${last.account_id} and entries = ${head.entries}::bigint and hash = ${head.hash}
      returning 1
    )
    insert into audit_log_entries
    select entry.* from json_populate_recordset(null::audit_log_entries, ${JSON.stringify(rows)}::json) entry
    where exists (select 1 from moved)
    returning sequence`.execute(db);
  return inserted.rows.length === rows.length;
}

/** A process that freezes while it holds the end of a chain loses it after so long. */
const FROZEN_MS = 10_000;

/**
 * The end of the account's chain. Until the transaction ends, no other appends to it; the server ends it if this
 * process does nothing with it for too long. `beginsAt`: when the chain begins, if there is none yet.
 */
export async function lockHead(
  trx: Kysely<Tables>,
  accountId: string,
  { beginsAt, frozenMs = FROZEN_MS }: { beginsAt: Instant; frozenMs?: number },
): Promise<Head> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(frozenMs)}, true)`.execute(trx);
  const begun = await trx
    .insertInto('audit_log_heads')
    .values({ account_id: accountId, entries: 0, hash: NO_HASH })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returning('account_id')
    .execute();
  if (begun.length > 0 && accountId !== REGISTER) {
    await enterIntoRegister(trx, accountId, { beginsAt, frozenMs });
  }
  return await trx
    .selectFrom('audit_log_heads')
    .select(['entries', 'hash'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** This includes an account with earlier entries: its head was deleted, and its activity log starts over. */
async function enterIntoRegister(
  trx: Kysely<Tables>,
  accountId: string,
  { beginsAt, frozenMs }: { beginsAt: Instant; frozenMs: number },
): Promise<void> {
  const head = await lockHead(trx, REGISTER, { beginsAt, frozenMs });
  const entry = logBegun(accountId, beginsAt);
  const { rows } = continueChain(REGISTER, head, [entry]);
  if (!(await appendRows(trx, head, rows))) throw new Error('The register moved while it was locked.');
}

function logBegun(accountId: string, at: Instant): NewEntry {
  return {
    recorded_at: at,
    outcome_of: null,
    request_id: '',
    operation: 'beginAuditLog',
    key_name: null,
    key_fingerprint: '',
    user_id: null,
    user_name: null,
    via: 'system',
    subject: accountId,
    details: null,
    status: null,
    error_message: null,
    created_id: null,
    ip_address: null,
    session: null,
    details_permission: null,
  };
}

/** Appends to the account's chain in a transaction that does more, so that both are done or neither. */
export async function appendInTransaction(
  trx: Kysely<Tables>,
  accountId: string,
  entries: readonly NewEntry[],
): Promise<{ rows: AuditLogEntriesTable[]; head: Head }> {
  const [first] = entries;
  if (first === undefined) return { rows: [], head: await findHead(trx, accountId) };
  const head = await lockHead(trx, accountId, { beginsAt: first.recorded_at });
  const continued = continueChain(accountId, head, entries);
  if (!(await appendRows(trx, head, continued.rows))) {
    throw new Error('The head of the activity log moved while it was locked.');
  }
  return continued;
}

/** The end of the account's chain as it is now. */
export async function findHead(db: Kysely<Tables>, accountId: string): Promise<Head> {
  const head = await db
    .selectFrom('audit_log_heads')
    .select(['entries', 'hash'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return head ?? emptyHead;
}
