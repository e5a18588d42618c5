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
  /**
   * `none`: nothing is received. `unreadable`: events are received, but the secret can't be shown, since it was
   * encrypted with another session secret or for another provider.
   */
  state: z.enum(['none', 'ready', 'unreadable']),
  /** The URL for the provider, which contains the secret. Null unless the state is `ready`. */
  url: z.nullable(z.string()),
  sources: z.array(z.string()),
  ...lastChange,
  /** ISO 8601; null: none has come. */
  last_event_at: z.nullable(z.string()),
  /** The latest request that had the secret and came from an address that isn't allowed. */
  refused: z.nullable(z.object({ address: z.string(), at: z.string() })),
});

export type Webhook = z.output<typeof webhook>;

const path = '/console/settings/webhook';
const tag = 'Settings';
const conflict = {
  status: 409,
  errorCode: 'request',
  when: 'Someone else changed the webhook after it was read, so nothing was changed',
} as const;

/** Anyone with the URL can send events, so reading it needs the permission to change the account's settings. */
export const readWebhook = operation({
  id: 'readWebhook',
  method: 'GET',
  path,
  tag,
  summary: 'The URL for events of the provider, and where they may come from',
  permission: 'wallets:write',
  consolePermission: 'events:write',
  query: z.strictObject({}),
  grantsAccess: true,
  data: webhook,
  failures: [permissionFailure, ...signedInFailures],
});

/** The former URL stops working at once. */
export const replaceWebhookSecret = operation({
  id: 'replaceWebhookSecret',
  method: 'PUT',
  path: `${path}/secret`,
  tag,
  summary: 'Create the URL for events of the provider, or replace it',
  permission: 'wallets:write',
  needsReauthentication: true,
  consolePermission: 'events:write',
  body: z.strictObject({ version: versionRead(0) }),
  grantsAccess: true,
  data: webhook,
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
  body: z.strictObject({ version: versionRead(1), sources }),
  grantsAccess: true,
  data: webhook,
  failures: [...signedInChangeFailures, permissionFailure, conflict],
});

export const webhookOperations = [readWebhook, replaceWebhookSecret, changeWebhookSources] as const;
