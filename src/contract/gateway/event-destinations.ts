import * as z from 'zod/mini';
import { permissionFailure, signedInChangeFailures, signedInFailures } from '../failures.ts';
import { lineOfText, requiredMessage } from '../fields.ts';
import { operation } from '../operation.ts';

/** To how many URLs an account can have its events sent. */
export const MOST_DESTINATIONS = 5;

const LONGEST_URL = 2048;

/** An event for one destination. */
const eventDelivery = z.object({
  id: z.string(),
  transaction_id: z.string(),
  /** What the event says of the transaction. */
  event_status: z.enum(['pending', 'confirmed', 'failed']),
  /** `failed`: no longer tried. */
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  /** ISO 8601. */
  created_at: z.string(),
  /** ISO 8601; null unless it is waiting. */
  next_try_at: z.nullable(z.string()),
  /** ISO 8601: when it was delivered or failed; null while it is waiting. */
  ended_at: z.nullable(z.string()),
  /** Why the last attempt failed, as a sentence; null: it didn't. */
  error: z.nullable(z.string()),
});

export type EventDelivery = z.output<typeof eventDelivery>;

const eventDestination = z.object({
  id: z.string(),
  url: z.string(),
  /** ISO 8601. */
  created_at: z.string(),
  /** The name of the user or API key that added it. */
  created_by: z.nullable(z.string()),
  /** ISO 8601; null: nothing was delivered yet. */
  last_delivered_at: z.nullable(z.string()),
  /** How many events are still to be delivered. */
  waiting: z.int(),
  /** How many events of the last 30 days were given up. */
  failed: z.int(),
  /** The latest events, newest first. */
  latest: z.array(eventDelivery),
});

export type EventDestination = z.output<typeof eventDestination>;

const urlMessage = 'Enter a URL that starts with https://, without a user name, a password or a fragment.';

/** Over http as well: the sandbox sends events to its own machine. */
const webAddress = /^https?:\/\/[^\s/?#@\\]+(?:[/?][^\s#]*)?$/i;

const path = '/console/settings/event-destinations';
const tag = 'Settings';
const notThere = {
  status: 404,
  errorCode: 'not_found',
  when: 'The account has no such destination or event, or the wallet service is a remote provider',
} as const;
const changeFailures = [...signedInChangeFailures, permissionFailure, notThere] as const;
const destinationId = z
  .string({ error: requiredMessage })
  .check(z.regex(/^dst_[0-9a-f]{24}$/, 'must be the ID of a destination'));
const deliveryId = z
  .string({ error: requiredMessage })
  .check(z.regex(/^dlv_[0-9a-f]{24}$/, 'must be the ID of an event'));
const success = z.object({ result: z.literal('success') });

/** A URL may contain a secret of its receiver, so reading them needs the permission to change them. */
export const listEventDestinations = operation({
  id: 'listEventDestinations',
  method: 'GET',
  path,
  tag,
  summary: 'Where the account’s events are sent, and what became of the latest ones',
  permission: 'wallets:write',
  consolePermission: 'events:write',
  query: z.strictObject({}),
  grantsAccess: true,
  /** Null for a remote wallet service, which sends its own. */
  data: z.object({ destinations: z.nullable(z.array(eventDestination)) }),
  failures: [...signedInFailures, permissionFailure],
});

export const addEventDestination = operation({
  id: 'addEventDestination',
  method: 'POST',
  path,
  tag,
  summary: 'Send the account’s events to another URL',
  permission: 'wallets:write',
  needsReauthentication: true,
  consolePermission: 'events:write',
  isAccountWide: true,
  body: z.strictObject({
    url: lineOfText(LONGEST_URL, { what: 'a URL' }).check(z.regex(webAddress, urlMessage)),
  }),
  data: success,
  failures: [
    ...changeFailures,
    {
      status: 409,
      errorCode: 'request',
      when: `The URL is a destination already, or the account has ${MOST_DESTINATIONS}`,
    },
  ],
});

/** Its undelivered events are dropped. */
export const removeEventDestination = operation({
  id: 'removeEventDestination',
  method: 'DELETE',
  path,
  tag,
  summary: 'No longer send events to a URL',
  permission: 'wallets:write',
  consolePermission: 'events:write',
  isAccountWide: true,
  body: z.strictObject({ id: destinationId }),
  data: success,
  failures: changeFailures,
});

export const retryFailedEvents = operation({
  id: 'retryFailedEvents',
  method: 'POST',
  path: `${path}/retry`,
  tag,
  summary: 'Send the failed events of a destination again',
  permission: 'wallets:write',
  consolePermission: 'events:write',
  isAccountWide: true,
  body: z.strictObject({ id: destinationId }),
  data: success,
  failures: changeFailures,
});

export const sendEventAgain = operation({
  id: 'sendEventAgain',
  method: 'POST',
  path: `${path}/send-again`,
  tag,
  summary: 'Send an event to its destination again, now',
  permission: 'wallets:write',
  consolePermission: 'events:write',
  isAccountWide: true,
  body: z.strictObject({ id: deliveryId }),
  data: success,
  failures: changeFailures,
});

export const eventDestinationOperations = [
  listEventDestinations,
  addEventDestination,
  removeEventDestination,
  retryFailedEvents,
  sendEventAgain,
] as const;
