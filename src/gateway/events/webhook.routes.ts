import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import {
  changeWebhookSources,
  readWebhook,
  replaceWebhookSecret,
  type Webhook,
  webhookPath,
} from '#contract/gateway/webhook.ts';
import type { IncomingWebhooksTable } from '#database/event-tables.ts';
import type { Tables } from '#database/tables.ts';
import { stringifyJson } from '#domain/json.ts';
import { type Clock, type Instant, writeIsoTime } from '#domain/time.ts';
import { publicBase } from '#http/public-base.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import type { SignedIn } from '../console-host.ts';
import type { PublicSettings } from '../same-origin.ts';
import type { KeyCipher } from '../sessions/key-cipher.ts';
import { changeWebhook, findWebhook, hashOfSecret, insertWebhook } from './webhooks.store.ts';

type Deps = { db: Kysely<Tables>; now: Clock; cipher: KeyCipher; place: PublicSettings };

const listOfText = z.array(z.string());

/** The account's URL for events. The activity log has that it was replaced, and not the URL. */
export function registerWebhookRoutes(host: Host<SignedIn>, { db, now, cipher, place }: Deps): void {
  const toResponse = (request: FastifyRequest, webhook: IncomingWebhooksTable | undefined): Webhook => {
    if (webhook === undefined) return noWebhook;
    const secret = cipher.decrypt(webhook.sealed_secret, sealOfWebhook(webhook.account_id));
    const { refused_at: refusedAt, refused_address: address } = webhook;
    return {
      state: secret === undefined ? 'unreadable' : 'ready',
      url:
        secret === undefined ? null : `${publicBase(place.publicUrl?.href, request)}${webhookPath}/${secret}`,
      sources: z.parse(listOfText, webhook.sources),
      version: webhook.version,
      updated_at: writeIsoTime(webhook.updated_at),
      updated_by: webhook.updated_by,
      last_event_at: isoOf(webhook.last_event_at),
      refused: refusedAt === null || address === null ? null : { address, at: writeIsoTime(refusedAt) },
    };
  };
  const changeOf = ({ accountId, actorName }: SignedIn, version: number) => ({
    account_id: accountId,
    version: version + 1,
    updated_at: now(),
    updated_by: actorName,
  });

  serve(host, readWebhook, async ({ caller, request }) =>
    toResponse(request, await findWebhook(db, caller.accountId)),
  );

  serve(host, replaceWebhookSecret, async ({ body: { version }, caller, request }) => {
    const secret = randomBytes(32).toString('base64url');
    const webhook = {
      ...changeOf(caller, version),
      secret_hash: hashOfSecret(secret),
      sealed_secret: cipher.encrypt(secret, sealOfWebhook(caller.accountId)),
    };
    const changed = await (version === 0 ? insertWebhook(db, webhook) : changeWebhook(db, webhook));
    return toResponse(request, changed ?? refuse());
  });

  serve(host, changeWebhookSources, async ({ body: { version, sources }, caller, request }) => {
    const changes = { ...changeOf(caller, version), sources: stringifyJson(sources) };
    return toResponse(request, (await changeWebhook(db, changes)) ?? refuse());
  });
}

const noWebhook: Webhook = {
  state: 'none',
  url: null,
  sources: [],
  version: 0,
  updated_at: null,
  updated_by: null,
  last_event_at: null,
  refused: null,
};

/** What the secret is encrypted for: another account can't show it. */
export function sealOfWebhook(accountId: string): string {
  return `webhook ${accountId}`;
}

function isoOf(at: Instant | null): string | null {
  return at === null ? null : writeIsoTime(at);
}

function refuse(): never {
  throw new ServiceError(
    409,
    'Someone else changed the webhook first, so your change wasn’t saved. Reload it and try again',
  );
}
