import { userInfo } from 'node:os';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { stringifyJson } from '#domain/json.ts';
import type { Instant } from '#domain/time.ts';
import type { NewEntry } from './chain.ts';
import { appendInTransaction } from './audit-log.store.ts';

export type KeyChange = {
  at: Instant;
  operation: 'createKey' | 'changeKey' | 'revokeKey';
  accountId: string;
  keyId: string;
  /** What was asked for: never the key itself. */
  details: Record<string, unknown>;
};

/**
 * Records what an operator on the machine did to a key, in the transaction that does it: neither is done without the
 * other. No permission covers keys, so the details need all of them.
 */
export async function recordKeyChange(
  trx: Kysely<Tables>,
  { at, operation, accountId, keyId, details }: KeyChange,
): Promise<void> {
  const request: NewEntry = {
    recorded_at: at,
    outcome_of: null,
    request_id: '',
    operation,
    key_name: null,
    key_fingerprint: '',
    via: 'command',
    subject: keyId,
    details: stringifyJson({ ...details, system_user: userName() }),
    status: null,
    error_message: null,
    created_id: null,
    ip_address: null,
    session: null,
    details_permission: 'all',
  };
  const { rows } = await appendInTransaction(trx, accountId, [request]);
  const created = operation === 'createKey' ? keyId : null;
  const outcome = { ...request, outcome_of: rows[0]?.sequence ?? null, details: null, status: 200 };
  await appendInTransaction(trx, accountId, [{ ...outcome, created_id: created }]);
}

/** A container may run as a user without a name. */
function userName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
