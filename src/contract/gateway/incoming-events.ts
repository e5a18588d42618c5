import * as z from 'zod/mini';
import {
  permissionFailure,
  signedInChangeFailures,
  signedInFailures,
  validationFailure,
} from '../failures.ts';
import {
  limit,
  lineOfText,
  momentParameter,
  offset,
  oneOf,
  requiredMessage,
  sortDirection,
} from '../fields.ts';
import { operation } from '../operation.ts';

/** For how many days an event is stored after it has last come. */
export const EVENT_DAYS = 30;

/** The fields of an event, as the provider that sends it names them. */
export const claimNames = [
  'user_id',
  'amount',
  'block',
  'created',
  'currency',
  'direction',
  'external_id',
  'hash',
  'fee',
  'recipient_wallet',
  'sender_wallet',
  'status',
] as const;

export type ClaimName = (typeof claimNames)[number];

/** What an event says, unproved: anyone with the URL can send one. Null where it doesn't say. */
const claim = z.nullable(z.string());

const incomingEvent = z.object({
  id: z.string(),
  /** ISO 8601: when it came first. */
  created_at: z.string(),
  /** ISO 8601: when it came last. */
  last_received_at: z.string(),
  /** How often the same event has come. */
  times: z.int(),
  /** The IP address that sent it last. */
  source: z.string(),
  /** ISO 8601; null: never. */
  replayed_at: z.nullable(z.string()),
  user_id: claim,
  amount: claim,
  block: claim,
  created: claim,
  currency: claim,
  direction: claim,
  external_id: claim,
  hash: claim,
  fee: claim,
  recipient_wallet: claim,
  sender_wallet: claim,
  status: claim,
  /** What is wrong with its fields; empty: nothing. */
  problems: z.array(z.string()),
  /** The request body, as received. */
  body: z.string(),
});

export type IncomingEvent = z.output<typeof incomingEvent>;

const eventId = z
  .string({ error: requiredMessage })
  .check(z.regex(/^evt_[0-9a-f]{24}$/, 'must be the ID of an event'));

const path = '/console/incoming-events';
const tag = 'Incoming events';

export const listIncomingEvents = operation({
  id: 'listIncomingEvents',
  method: 'GET',
  path,
  tag,
  summary: `List events that the provider sent in the last ${EVENT_DAYS} days`,
  permission: 'transactions:read',
  query: z.strictObject({
    created_from: z.optional(momentParameter('from')),
    created_to: z.optional(momentParameter('to')),
    id: z.optional(lineOfText(64)),
    /** Part of what was sent. */
    search: z.optional(lineOfText(128, { min: 3 })),
    sort_by: z._default(oneOf(['created_at']), 'created_at'),
    sort_direction: sortDirection,
    limit: limit(100),
    offset,
  }),
  data: z.object({ count: z.int() }),
  rows: { key: 'events', schema: incomingEvent },
  failures: [...signedInFailures, validationFailure, permissionFailure],
});

/** Makes open pages reload their data, as if the provider had sent the event again. */
export const replayIncomingEvent = operation({
  id: 'replayIncomingEvent',
  method: 'POST',
  path: `${path}/replay`,
  tag,
  summary: 'Replay an event',
  permission: 'transactions:read',
  consolePermission: 'events:write',
  isAccountWide: true,
  body: z.strictObject({ id: eventId }),
  data: z.object({ result: z.literal('success') }),
  failures: [
    ...signedInChangeFailures,
    permissionFailure,
    { status: 404, errorCode: 'not_found', when: 'The account has no such event, or no longer' },
  ],
});

export const incomingEventOperations = [listIncomingEvents, replayIncomingEvent] as const;
