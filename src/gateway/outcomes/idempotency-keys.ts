import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { createWithdrawalRequest, usedKeyFailure } from '#contract/wallet-service/withdrawal-request.ts';
import type { Tables } from '#database/tables.ts';
import { addMs, type Clock } from '#domain/time.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import type { CallerOf } from '../caller.ts';
import { claimKey, closeKey, deleteKeysBefore, type KeyUse } from './idempotency-keys.store.ts';
import { parsePayment, type SentPayment } from './read-payment.ts';
import { readResponse } from './read-response.ts';

const HEADER = 'idempotency-key';
const KEPT_MS = 30 * 24 * 3_600_000;
const printable = /^[\x21-\x7e]{1,255}$/;

type Deps = { db: Kysely<Tables>; now: Clock; callerOf: CallerOf };

/**
 * Holds a withdrawal with the header `Idempotency-Key` to the one that was first sent with it: a program that sends
 * another under the same key, for instance with a new external ID after a lost response, pays nothing twice. The same
 * withdrawal passes, and the wallet service or the record of requests answers it with the first one.
 */
export function holdToIdempotencyKey(scope: FastifyInstance, { db, now, callerOf }: Deps): void {
  const uses = new WeakMap<FastifyRequest, KeyUse>();

  scope.addHook('preHandler', async (request) => {
    const key = request.headers[HEADER];
    if (key === undefined || request.routeOptions.config.operationId !== createWithdrawalRequest.id) return;
    if (typeof key !== 'string' || !printable.test(key)) {
      throw validationError({
        [HEADER]: 'must be 1 to 255 printable ASCII characters without spaces',
      });
    }
    const caller = await callerOf(request);
    const payment = parseIfComplete(request.body);
    // Refused further on, by what can say why.
    if (caller === undefined || payment === undefined) return;
    const use: KeyUse = {
      account_id: caller.accountId,
      idempotency_key: key,
      external_id: payment.externalId,
      body_hash: payment.bodyHash,
      used_at: now(),
    };
    const claim = await claimKey(db, use);
    if (claim.kind === 'other') throw usedBefore(claim.externalId);
    // Only the first request can free the key again: a later one is refused for what has changed since.
    if (claim.kind === 'first') uses.set(request, use);
  });

  scope.addHook('onSend', async (request, reply, payload) => {
    const use = uses.get(request);
    const body = textOf(payload);
    if (use === undefined || body === undefined || reply.hasHeader('content-encoding')) return payload;
    const { kind } = readResponse(reply.statusCode, body);
    if (kind !== 'unknown') await closeKey(db, use, kind === 'confirmed' ? 'created' : 'refused');
    return payload;
  });
}

/** Deletes keys that nobody repeats any more. */
export function createKeyCleanup(db: Kysely<Tables>, now: Clock): () => Promise<void> {
  return async () => deleteKeysBefore(db, addMs(now(), -KEPT_MS));
}

function parseIfComplete(body: unknown): SentPayment | undefined {
  try {
    return parsePayment(body);
  } catch {
    return undefined;
  }
}

function textOf(payload: unknown): string | undefined {
  if (typeof payload === 'string') return payload;
  return Buffer.isBuffer(payload) ? payload.toString('utf8') : undefined;
}

function usedBefore(externalId: string): ServiceError {
  const reason = `was used for another withdrawal, “${externalId}”`;
  const { status, errorCode } = usedKeyFailure;
  return new ServiceError(
    status,
    `Nothing was sent: this idempotency key ${reason}. Send that withdrawal again to see its state, or use a new key`,
    { errorCode, data: { [HEADER]: reason } },
  );
}
