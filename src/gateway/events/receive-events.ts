import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { webhookPath } from '#contract/gateway/webhook.ts';
import type { Tables } from '#database/tables.ts';
import { addMs, type Clock, type Instant } from '#domain/time.ts';
import { addressOf } from '#http/client-address.ts';
import { unknownPath } from '#http/http-app.ts';
import { noteCaller } from '#http/request-log.ts';
import { ServiceError } from '#http/service-error.ts';
import { isAllowedSource } from './allowed-sources.ts';
import { createEventLimit } from './event-limit.ts';
import type { EventSignals } from './event-signals.ts';
import { recordEvent } from './events.store.ts';
import { parseEvent } from './read-event.ts';
import { findWebhookBySecret, noteRefusal } from './webhooks.store.ts';
import { hashOfToken } from '../tokens.ts';

type Deps = {
  db: Kysely<Tables>;
  now: Clock;
  /** For each account; 0: any number. */
  eventsPerMinute: number;
  signals: EventSignals;
};

/** An event is about 500 bytes. */
const LARGEST_EVENT = 16 * 1024;
/** 32 random bytes in base64url. */
const secretForm = /^[\w-]{43}$/;
const parameters = z.object({ secret: z.string() });
const listOfText = z.array(z.string());
/** A refusal of the same account is written down so often at most. */
const REFUSAL_PAUSE_MS = 10_000;

/**
 * Receives a provider's events. Events aren't signed, so they are never believed: an event is stored for people to look
 * at, and makes open pages reload their data. A wrong secret and an address that isn't allowed are answered as a path
 * that doesn't exist, before the body is read.
 */
export function receiveEvents(app: FastifyInstance, { db, now, eventsPerMinute, signals }: Deps): void {
  const accounts = new WeakMap<FastifyRequest, string>();
  const secondsToWait = createEventLimit(eventsPerMinute, now);
  /** Until when no further refusal of an account is written down. */
  const pauses = new Map<string, Instant>();

  const accountOf = async (request: FastifyRequest): Promise<string> => {
    const { secret = '' } = z.safeParse(parameters, request.params).data ?? {};
    if (!secretForm.test(secret)) throw unknownPath();
    const hash = hashOfToken(secret);
    const webhook = await findWebhookBySecret(db, hash);
    if (webhook === undefined || !isSame(webhook.secret_hash, hash)) throw unknownPath();
    const { account_id: accountId } = webhook;
    const address = addressOf(request);
    if (!isAllowedSource(address, z.parse(listOfText, webhook.sources))) {
      const at = now();
      const until = pauses.get(accountId);
      if (until === undefined || at >= until) {
        pauses.set(accountId, addMs(at, REFUSAL_PAUSE_MS));
        request.log.warn({ accountId, address }, 'refused an event from an address that isn’t allowed');
        await noteRefusal(db, { accountId, address, at });
      }
      throw unknownPath();
    }
    return accountId;
  };

  void app.register(async (scope) => {
    // Providers differ in the content type that they send, or send none.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);

    scope.post(
      `${webhookPath}/:secret`,
      {
        bodyLimit: LARGEST_EVENT,
        config: { operationId: 'receiveEvent' },
        onRequest: async (request) => {
          const accountId = await accountOf(request);
          noteCaller(request, { accountId });
          const seconds = secondsToWait(accountId);
          if (seconds > 0) {
            throw new ServiceError(429, `Too many events. Try again in ${seconds} seconds`, {
              headers: { 'retry-after': String(seconds) },
            });
          }
          accounts.set(request, accountId);
        },
      },
      async (request) => {
        const accountId = accounts.get(request);
        if (accountId === undefined) throw new Error('An event was received without an account.');
        const body = textOf(request.body);
        const event = body === undefined ? undefined : parseEvent(body);
        if (body === undefined || event === undefined) {
          throw new ServiceError(400, 'The body isn’t a transaction event. Send a JSON object');
        }
        await recordEvent(db, {
          account_id: accountId,
          content_hash: event.contentHash,
          source: addressOf(request),
          body,
          at: now(),
        });
        signals.wake();
        return { result: 'success' };
      },
    );
  });
}

function isSame(stored: string, hash: string): boolean {
  const [a, b] = [Buffer.from(stored), Buffer.from(hash)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Undefined for what isn't UTF-8, or can't be stored as text. */
function textOf(body: unknown): string | undefined {
  if (!Buffer.isBuffer(body)) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
