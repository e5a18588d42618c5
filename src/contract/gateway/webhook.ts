import * as z from 'zod/mini';
import { permissionFailure, signedInChangeFailures, signedInFailures } from '../failures.ts';
import { requiredMessage, versionRead } from '../fields.ts';
import { operation } from '../operation.ts';
import { lastChange } from './last-change.ts';

/** Where a provider sends its events: this path, a slash and the account's secret. */
export const webhookPath = '/webhooks/transactions';

/** How many allowed sources an account can have. */
const MOST_SOURCES = 50;

const sourceMessage = 'Enter IP addresses or networks, such as 203.0.113.7 or 203.0.113.0/24.';

const source = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: sourceMessage });

/** The addresses and networks that events may come from. Empty: any. */
const sources = z
  .array(source, { error: requiredMessage })
  .check(z.maxLength(MOST_SOURCES, `Enter at most ${MOST_SOURCES} addresses or networks.`));

const webhook = z.object({
  /** `none`: no URL was created yet, so nothing is received. */
  state: z.enum(['none', 'ready']),
  sources: z.array(z.string()),
  ...lastChange,
  /** ISO 8601; null: none has come. */
  last_event_at: z.nullable(z.string()),
  /** The latest request that had the secret and came from an address that isn't allowed. */
  refused: z.nullable(z.object({ address: z.string(), at: z.string() })),
});

export type Webhook = z.output<typeof webhook>;

/** `url`: for the provider. It contains the secret, of which only a hash is stored. */
const newWebhook = z.extend(webhook, { url: z.string() });

export type NewWebhook = z.output<typeof newWebhook>;

const path = '/console/settings/webhook';
const tag = 'Settings';
const conflict = {
  status: 409,
  errorCode: 'request',
  when: 'Someone else changed the webhook after it was read, so nothing was changed',
} as const;

export const readWebhook = operation({
  id: 'readWebhook',
  method: 'GET',
  path,
  tag,
  summary: 'The state of the URL for events, the allowed sources and the last event',
  permission: 'wallets:write',
  consolePermission: 'events:write',
  query: z.strictObject({}),
  data: webhook,
  failures: [permissionFailure, ...signedInFailures],
});

/**
 * The former URL stops working at once. Anyone with the URL can send events, so it is shown only here, where a stolen session
 * alone gets nothing.
 */
export const replaceWebhookSecret = operation({
  id: 'replaceWebhookSecret',
  method: 'PUT',
  path: `${path}/secret`,
  tag,
  summary: 'Create the URL for events of the provider, or replace it',
  permission: 'wallets:write',
  needsReauthentication: true,
  consolePermission: 'events:write',
  isAccountWide: true,
  body: z.strictObject({ version: versionRead(0) }),
  grantsAccess: true,
  data: newWebhook,
  failures: [...signedInChangeFailures, permissionFailure, conflict],
});

export const changeWebhookSources = operation({
  id: 'changeWebhookSources',
  method: 'PUT',
  path: `${path}/sources`,
  tag,
  summary: 'Change which addresses events may come from',
  permission: 'wallets:write',
  needsReauthentication: true,
  consolePermission: 'events:write',
  isAccountWide: true,
  body: z.strictObject({ version: versionRead(1), sources }),
  data: webhook,
  failures: [...signedInChangeFailures, permissionFailure, conflict],
});

export const webhookOperations = [readWebhook, replaceWebhookSecret, changeWebhookSources] as const;
