import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { answerSchema } from '#contract/answer-schema.ts';
import type { BodyOf } from '#contract/operation.ts';
import { bookOnlyFailure, createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import type { Tables } from '#database/tables.ts';
import type { Clock, Instant } from '#domain/time.ts';
import { sendSuccess } from '#http/envelope.ts';
import { validateBody, validateQuery } from '#http/serve.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import type { Caller, CallerOf } from '../caller.ts';
import { listBookOnlyAccounts, findRulesInForce } from '../settings/withdrawal-rules.ts';
import type { AskService } from '../sessions/key-check.ts';
import { findEntryOf } from './address-book.store.ts';
import { parseBookUrl, refusalOf } from './recipient-check.ts';
import { findRepeated } from './repeated-request.ts';

type Deps = { db: Kysely<Tables>; now: Clock; callerOf: CallerOf; ask: AskService };

const answer = answerSchema(createWithdrawalRequest);

/**
 * Refuses withdrawal requests to addresses that the caller's account does not withdraw to, before the wallet service
 * sees them, for every sender: a session or a program with a key of its own. A request that can't be read is refused as
 * well. A request that was made already, and is only sent again, is answered with what it was made as.
 *
 * The rules and the book count as they are at this moment. A request that has passed is not called back by what is
 * changed while it is on its way: it can be deleted while it is new.
 */
export function holdToAddressBook(scope: FastifyInstance, { db, now, callerOf, ask }: Deps): void {
  // Behind the body, and behind what the service says to a key that may not withdraw at all.
  scope.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.operationId !== createWithdrawalRequest.id) return undefined;
    const at = now();
    const caller = await callerOf(request);
    // The rules of all accounts are checked only if the key's account is unknown.
    if (caller === undefined || caller.isUnnamed === true) {
      const held = await listBookOnlyAccounts(db, at);
      if (caller === undefined) {
        if (held.length > 0) throw new ServiceError(401, 'The API key is missing or unknown');
        return undefined;
      }
      // It may be a key of one of them, whose rules are not got around by keeping its name back.
      if (held.some((accountId) => accountId !== caller.accountId)) throw refusedUnnamed(request, caller);
    }
    const held = await readHeldRequest(db, caller.accountId, request, at);
    if (held === undefined) return undefined;
    // Answered here and never passed on: nothing is paid by it, whatever the service does with a used external id.
    const repeated = await findRepeated(ask, String(request.headers['token']), held.body);
    if (repeated === undefined) throw refused(request, caller, held.refusal);
    request.log.info(
      { accountId: caller.accountId },
      'answered a repeated withdrawal request with the first one',
    );
    return sendSuccess(reply, z.encode(answer, repeated));
  });
}

function refusedUnnamed(request: FastifyRequest, caller: Caller): ServiceError {
  const { whyUnnamed: failure } = caller;
  if (failure === undefined) return refused(request, caller, unnamed);
  // The provider may confirm the key a moment later, so this isn't a refusal.
  const { status, message, headers } = failure;
  const notSent = 'The withdrawal wasn’t sent because the API key couldn’t be verified';
  return new ServiceError(status, `${notSent}. ${message}`, { headers });
}

const unnamed =
  'This address can’t be checked against the address book, because the wallet service doesn’t report whose API key this is';

function refused(request: FastifyRequest, { accountId }: Caller, refusal: string): ServiceError {
  request.log.warn({ accountId, refusal }, 'held a withdrawal to the address book');
  const { status, errorCode } = bookOnlyFailure;
  return new ServiceError(status, refusal, {
    errorCode,
    data: { recipient_wallet: refusal },
  });
}

type Held = { body: BodyOf<typeof createWithdrawalRequest>; refusal: string };

/** The request with why it is refused; undefined where it is not. */
async function readHeldRequest(
  db: Kysely<Tables>,
  accountId: string,
  request: FastifyRequest,
  at: Instant,
): Promise<Held | undefined> {
  const { book_only: isBookOnly } = await findRulesInForce(db, accountId, at);
  if (!isBookOnly) return undefined;
  // Only documented fields are accepted: an unknown one could name another recipient.
  validateQuery(createWithdrawalRequest, request.query);
  const body = validateBody(createWithdrawalRequest, request.body) as Held['body'];
  const recipient = parseBookUrl(body.network, body.recipient_wallet);
  if (!recipient.ok) throw validationError({ recipient_wallet: recipient.reason });
  const refusal = refusalOf(await findEntryOf(db, accountId, recipient), at);
  return refusal === null ? undefined : { body, refusal };
}
