import { createHash, randomBytes } from 'node:crypto';
import type { AuditLogEntriesTable } from '#database/console-tables.ts';

/** What an account's first entry has for the hash of the one before it. */
export const NO_HASH = '0'.repeat(64);

const SALT_BYTES = 16;

/** The end of an account's chain. */
export type Head = { entries: number; hash: string };

export const emptyHead: Head = { entries: 0, hash: NO_HASH };

/**
 * The SHA-256 of an entry, in hexadecimal: of the JSON text of an array of its columns, the hash of the entry before it
 * included. The order and the form never change: docs/activity-log.md documents them. Entries from before the address,
 * the session and the permission were recorded have none of the three, and keep the form that they were hashed in; so
 * do those without a salt, and those without a user. An entry with a user has all of them, null or not: otherwise values
 * could move from one column to another, and the hash would be the same. Without a salt, a reader who sees the hash but
 * not the details could guess the details by trying.
 */
export function hashEntry(entry: Omit<AuditLogEntriesTable, 'hash'>): string {
  const hasUser = entry.user_id !== null || entry.user_name !== null;
  const later = [entry.ip_address, entry.session, entry.details_permission];
  const canonical = JSON.stringify([
    entry.account_id,
    entry.sequence,
    entry.recorded_at,
    entry.outcome_of,
    entry.request_id,
    entry.operation,
    entry.key_name,
    entry.key_fingerprint,
    entry.via,
    entry.subject,
    entry.details,
    entry.status,
    entry.error_message,
    entry.created_id,
    ...(hasUser || later.some((value) => value !== null) ? later : []),
    ...(hasUser || entry.salt !== null ? [entry.salt] : []),
    ...(hasUser ? [entry.user_id, entry.user_name] : []),
    entry.previous_hash,
  ]);
  return createHash('sha256').update(canonical).digest('hex');
}

/** An entry that has no place in its account's chain yet. */
export type NewEntry = Omit<
  AuditLogEntriesTable,
  'account_id' | 'sequence' | 'salt' | 'previous_hash' | 'hash'
>;

/** Puts entries behind the head, in their order. */
export function continueChain(
  accountId: string,
  head: Head,
  entries: readonly NewEntry[],
): { rows: AuditLogEntriesTable[]; head: Head } {
  let end = head;
  const rows = entries.map((entry) => {
    const place = { account_id: accountId, sequence: end.entries + 1, previous_hash: end.hash };
    const salt = randomBytes(SALT_BYTES).toString('base64url');
    const unhashed = { ...entry, ...place, salt };
    const hash = hashEntry(unhashed);
    end = { entries: place.sequence, hash };
    return { ...unhashed, hash };
  });
  return { rows, head: end };
}
