import * as z from 'zod/mini';
import { permissionFailure, signedInFailures, validationFailure } from '../failures.ts';
import { limit, lineOfText, momentParameter, offset, oneOf, sortDirection } from '../fields.ts';
import { operation } from '../operation.ts';

/**
 * The outcome of a request: done; rejected, so that nothing was changed (4xx); failed, so that it may or may not have
 * been done (5xx); or unknown, because no outcome was recorded: it is under way, or the process ended in the middle.
 */
const auditLogStatuses = ['completed', 'rejected', 'failed', 'unknown'] as const;

export type AuditLogStatus = (typeof auditLogStatuses)[number];

/** Who asked: a signed-in user, a program with a key of its own, an operator on the machine, or the company's identity provider. */
const auditLogWays = ['session', 'program', 'command', 'identity-provider'] as const;

/** SHA-256, in hexadecimal. */
const hash = z.string();
/** ISO 8601 in UTC with microseconds, as it is hashed. */
const moment = z.string();

/** A request that passed the gateway, and its outcome, which is an entry of its own and may be missing. */
export const auditLogEntry = z.object({
  /** Its place in the account's activity log: 1, 2, 3 … over requests and outcomes. */
  sequence: z.int(),
  created_at: moment,
  operation: z.string(),
  status: z.enum(auditLogStatuses),
  /** What the request is about: an address, an id, a name. */
  subject: z.nullable(z.string()),
  /** The id of what was created, if the response names one. */
  created_id: z.nullable(z.string()),
  error_message: z.nullable(z.string()),
  /** The status of the answer. */
  http_status: z.nullable(z.int()),
  /** The user's name at the time. Null for whoever isn't a user, and in entries from before there were users. */
  user_name: z.nullable(z.string()),
  /** Null where the name is. */
  user_id: z.nullable(z.string()),
  /** Of the account's key for a user. Null where the wallet service does not tell. */
  key_name: z.nullable(z.string()),
  /** The same short text for the same key, from which nothing of the key can be learned. Empty where none was used. */
  key_fingerprint: z.string(),
  /** Null for a command and the identity provider, and in entries from before it was recorded, as is the session. */
  ip_address: z.nullable(z.string()),
  /** The same short text for the same session, from which nothing of its id can be learned. */
  session: z.nullable(z.string()),
  via: z.enum(auditLogWays),
  /** The status as in the response and the log. */
  request_id: z.string(),
  /** What was asked, as the JSON text that is hashed: without secrets, and cut where it was long. */
  details: z.nullable(z.string()),
  /**
   * Random text that is hashed with the entry, so that the hash doesn't help to guess the details. Null in entries from
   * before it was.
   */
  salt: z.nullable(z.string()),
  /**
   * The permissions that the key lacks to see the subject, the new id, the message, the details and the salts, which
   * are null then. Null: nothing is hidden.
   */
  details_need: z.nullable(z.string()),
  hash,
  previous_hash: hash,
  outcome_sequence: z.nullable(z.int()),
  outcome_at: z.nullable(moment),
  outcome_salt: z.nullable(z.string()),
  outcome_hash: z.nullable(hash),
  outcome_previous_hash: z.nullable(hash),
});

export type AuditLogEntry = z.output<typeof auditLogEntry>;

const sequenceMessage = 'must be a whole number from 1';

/**
 * Anyone who may see the transactions may see who caused them: each key that reviews anything has that permission. The
 * details of a request are shown to keys with the permission of the recorded operation.
 */
export const listAuditLog = operation({
  id: 'listAuditLog',
  method: 'GET',
  path: '/console/audit-log',
  tag: 'Activity log',
  summary: 'List activity: what was changed, by whom, and the result',
  permission: 'transactions:read',
  consolePermission: 'activity-log:read',
  query: z.strictObject({
    created_from: z.optional(momentParameter('from')),
    created_to: z.optional(momentParameter('to')),
    operation: z.optional(lineOfText(64)),
    /** The fingerprint of a key, or its name; or the ID of a user, or the user's name at the time. */
    key: z.optional(lineOfText(128)),
    status: z.optional(oneOf(auditLogStatuses)),
    sequence: z.optional(
      z.pipe(
        z.string().check(z.regex(/^[1-9]\d{0,14}$/, sequenceMessage)),
        z.transform((text: string) => Number(text)),
      ),
    ),
    /** Part of the request id, or of what the key may see of the subject, the new id and what was asked. */
    search: z.optional(lineOfText(128, { min: 3 })),
    sort_by: z._default(oneOf(['created_at']), 'created_at'),
    sort_direction: sortDirection,
    limit: limit(100),
    offset,
  }),
  data: z.object({ count: z.int() }),
  rows: { key: 'entries', schema: auditLogEntry },
  failures: [...signedInFailures, validationFailure, permissionFailure],
});

export const auditLogOperations = [listAuditLog] as const;
