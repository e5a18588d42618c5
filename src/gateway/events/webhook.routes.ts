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
import { changeWebhook, findWebhook, insertWebhook } from './webhooks.store.ts';
import { hashOfToken, newToken } from '../tokens.ts';

type Deps = { db: Kysely<Tables>; now: Clock; place: PublicSettings };

const listOfText = z.array(z.string());

/** The account's URL for events. The activity log has that it was replaced, and not the URL. */
export function registerWebhookRoutes(host: Host<SignedIn>, { db, now, place }: Deps): void {
  const changeOf = ({ accountId, actorName }: SignedIn, version: number) => ({
    account_id: accountId,
    version: version + 1,
    updated_at: now(),
    updated_by: actorName,
  });

  serve(host, readWebhook, async ({ caller }) => {
    const webhook = await findWebhook(db, caller.accountId);
    return webhook === undefined ? noWebhook : toResponse(webhook);
  });

  serve(host, replaceWebhookSecret, async ({ body: { version }, caller, request }) => {
    const secret = newToken();
    const webhook = { ...changeOf(caller, version), secret_hash: hashOfToken(secret) };
    const changed = await (version === 0 ? insertWebhook(db, webhook) : changeWebhook(db, webhook));
    const url = `${publicBase(place.publicUrl?.href, request)}${webhookPath}/${secret}`;
    return { ...toResponse(changed ?? refuse()), url };
  });

  serve(host, changeWebhookSources, async ({ body: { version, sources }, caller }) => {
    const changes = { ...changeOf(caller, version), sources: stringifyJson(sources) };
    return toResponse((await changeWebhook(db, changes)) ?? refuse());
  });
}

const noWebhook: Webhook = {
  state: 'none',
  sources: [],
  version: 0,
  updated_at: null,
  updated_by: null,
  last_event_at: null,
  refused: null,
};

function toResponse(webhook: IncomingWebhooksTable): Webhook {
  const { refused_at: refusedAt, refused_address: address } = webhook;
  return {
    state: 'ready',
    sources: z.parse(listOfText, webhook.sources),
    version: webhook.version,
    updated_at: writeIsoTime(webhook.updated_at),
    updated_by: webhook.updated_by,
    last_event_at: isoOf(webhook.last_event_at),
    refused: refusedAt === null || address === null ? null : { address, at: writeIsoTime(refusedAt) },
  };
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
