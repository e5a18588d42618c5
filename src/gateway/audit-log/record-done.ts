import { userInfo } from 'node:os';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { stringifyJson } from '#domain/json.ts';
import type { Instant } from '#domain/time.ts';
import type { NewEntry } from './chain.ts';
import { appendInTransaction } from './audit-log.store.ts';

type DoneRecord<Operation extends string> = {
  at: Instant;
  operation: Operation;
  accountId: string;
  /** The ID of the key or the user. */
  subject: string;
  /** What was asked for: never a key or a link. */
  details: Record<string, unknown>;
};

type Command = 'createKey' | 'changeKey' | 'revokeKey' | 'resetUserSignIn' | 'setUpFirstAdministrator';

/**
 * Records what an operator on the machine did to a key or a user, in the transaction that does it: neither is done
 * without the other. No permission covers it, so the details need all of them.
 */
export async function recordCommand(
  trx: Kysely<Tables>,
  { details, ...done }: DoneRecord<Command>,
): Promise<void> {
  const record = { ...done, details: { ...details, system_user: userName() } };
  await recordDone(trx, record, { via: 'command', details_permission: 'all' });
}

/** Records what the company's identity provider changed about a user, in the transaction that does it. */
export async function recordProviderChange(
  trx: Kysely<Tables>,
  record: DoneRecord<
    'addUser' | 'changeUserProfile' | 'changeUserRoles' | 'removeUser' | 'endSessions' | 'resetUserSignIn'
  >,
): Promise<void> {
  // As those of the requests with which administrators do the same.
  await recordDone(trx, record, { via: 'identity-provider', details_permission: 'none' });
}

/** Records in an account that a user has added it, in the transaction that adds it: the request was made in another one. */
export async function recordAddedAccount(
  trx: Kysely<Tables>,
  {
    user,
    ...added
  }: Omit<DoneRecord<string>, 'operation' | 'subject'> & { user: { id: string; name: string } },
): Promise<void> {
  const who = { user_id: user.id, user_name: user.name };
  const record = { ...added, operation: 'addAccount', subject: user.id };
  await recordDone(trx, record, { via: 'session', details_permission: 'none', ...who });
}

/** Records what was done without a request to the console in that account. */
async function recordDone(
  trx: Kysely<Tables>,
  { at, operation, accountId, subject, details }: DoneRecord<string>,
  how: Pick<NewEntry, 'via' | 'details_permission'> & Partial<Pick<NewEntry, 'user_id' | 'user_name'>>,
): Promise<void> {
  const request: NewEntry = {
    recorded_at: at,
    outcome_of: null,
    request_id: '',
    operation,
    key_name: null,
    key_fingerprint: '',
    user_id: null,
    user_name: null,
    subject,
    details: stringifyJson(details),
    status: null,
    error_message: null,
    created_id: null,
    ip_address: null,
    session: null,
    ...how,
  };
  const { rows } = await appendInTransaction(trx, accountId, [request]);
  const created = operation === 'createKey' ? subject : null;
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
