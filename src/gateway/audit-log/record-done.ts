import { userInfo } from 'node:os';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { stringifyJson } from '#domain/json.ts';
import type { Instant } from '#domain/time.ts';
import { addressOf } from '#http/client-address.ts';
import { operationOf } from '#http/request-log.ts';
import type { LiveSession, SessionUser } from '../sessions/sessions.ts';
import { shortIdOf } from '../tokens.ts';
import type { NewEntry } from './chain.ts';
import { appendInTransaction } from './audit-log.store.ts';
import { type DescribedRequest, describeRequest } from './describe-request.ts';

type DoneRecord<Operation extends string> = {
  at: Instant;
  operation: Operation;
  accountId: string;
  /** The ID of the key or the user. */
  subject: string;
  /** What was asked for: never a key or a link. */
  details: Record<string, unknown>;
};

type Command = 'createKey' | 'changeKey' | 'revokeKey' | 'resetUserSignIn';

/**
 * Records what an operator on the machine did to a key or a user, in the transaction that does it: neither is done
 * without the other. No permission covers it, so the details need all of them.
 */
export async function recordCommand(
  trx: Kysely<Tables>,
  { details, ...done }: DoneRecord<Command>,
): Promise<void> {
  const record = { ...done, details: stringifyJson({ ...details, system_user: userName() }) };
  await recordDone(trx, record, { via: 'command', details_permission: 'all' });
}

/** Records what the company's identity provider changed about a user, in the transaction that does it. */
export async function recordProviderChange(
  trx: Kysely<Tables>,
  {
    details,
    ...done
  }: DoneRecord<
    'addUser' | 'changeUserProfile' | 'changeUserRoles' | 'removeUser' | 'endSessions' | 'resetUserSignIn'
  >,
): Promise<void> {
  // As those of the requests with which administrators do the same.
  const record = { ...done, details: stringifyJson(details) };
  await recordDone(trx, record, { via: 'identity-provider', details_permission: 'none' });
}

/**
 * Records a user's request in other accounts that it concerns, in the transaction that carries it out. The key of the account in
 * which it was made is none of their business.
 */
export async function recordElsewhere(
  trx: Kysely<Tables>,
  request: FastifyRequest,
  { session: { user, apiKey, hash }, at }: { session: LiveSession; at: Instant },
  accountIds: readonly string[],
): Promise<void> {
  const asked = describeRequest(request, apiKey);
  for (const accountId of accountIds) {
    await recordDone(
      trx,
      { at, operation: operationOf(request) ?? 'unknown', accountId, ...asked },
      { ...requestBy(request, user), session: shortIdOf(hash) },
    );
  }
}

/**
 * Records what somebody did in the console before signing in, with a link from the server's output, in the transaction that
 * does it. It makes the user who is recorded.
 */
export async function recordSetup(
  trx: Kysely<Tables>,
  request: FastifyRequest,
  { details, ...done }: DoneRecord<'setUpFirstAdministrator'> & { details: { name: string } },
): Promise<void> {
  const by = requestBy(request, { id: done.subject, name: details.name });
  await recordDone(trx, { ...done, details: stringifyJson(details) }, by);
}

function requestBy(request: FastifyRequest, user: SessionUser | undefined) {
  return {
    via: 'session',
    details_permission: 'none',
    user_id: user?.id ?? null,
    user_name: user?.name ?? null,
    request_id: request.id,
    ip_address: addressOf(request),
  } as const;
}

/** Records what was done without a request to the console in that account. */
async function recordDone(
  trx: Kysely<Tables>,
  {
    at,
    operation,
    accountId,
    subject,
    details,
  }: Omit<DoneRecord<string>, keyof DescribedRequest> & DescribedRequest,
  how: Pick<NewEntry, 'via' | 'details_permission'> & Partial<NewEntry>,
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
    details,
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
