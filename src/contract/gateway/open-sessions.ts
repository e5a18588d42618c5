import * as z from 'zod/mini';
import { signedInChangeFailures, signedInFailures } from '../failures.ts';
import { oneOf, requiredMessage } from '../fields.ts';
import { operation } from '../operation.ts';

/** How many sessions a user or an API key can have. The next one ends the one that was used longest ago. */
export const MOST_SESSIONS = 10;

/** How many sessions are listed at most, those used last first. */
export const MOST_LISTED_SESSIONS = 300;

const sessionId = z
  .string({ error: requiredMessage })
  .check(z.regex(/^[0-9a-f]{12}$/, 'must be the ID of a session'));

const openedSession = z.object({
  /** The same short text as in the activity log. It opens nothing. */
  id: z.string(),
  /** Whether the request was made with it. */
  is_current: z.boolean(),
  /** Null where an API key signed in. */
  user: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** As the browser calls itself, such as Firefox; null where that isn't known. */
  browser: z.nullable(z.string()),
  /** Such as Windows; null where that isn't known. */
  system: z.nullable(z.string()),
  /** Where it was opened from; null in sessions from before it was recorded. */
  ip_address: z.nullable(z.string()),
  /** ISO 8601, as are the times that follow. */
  opened_at: z.string(),
  /** Behind the truth by up to a minute. */
  last_used_at: z.string(),
  /** The session ends then, however busy. */
  expires_at: z.string(),
  /** The session ends then without another request. */
  idle_ends_at: z.string(),
});

export type OpenedSession = z.output<typeof openedSession>;

const path = '/console/sessions';
const tag = 'Session';

/**
 * The sessions of the same user in this account, or of the same API key. Sessions of keys that were opened by an earlier
 * version can't be told apart: only the one that asks is listed.
 */
export const listSessions = operation({
  id: 'listSessions',
  method: 'GET',
  path,
  tag,
  summary: 'Where you are signed in; with users:write, where all users of the account are',
  permission: null,
  query: z.strictObject({
    /** `account`: the sessions of all its users. Only for users whose roles include `users:write`. */
    of: z._default(oneOf(['own', 'account']), 'own'),
  }),
  data: z.object({ count: z.int(), sessions: z.array(openedSession) }),
  failures: [
    ...signedInFailures,
    {
      status: 403,
      errorCode: 'system',
      when: "Sessions of the account are asked for, and the user's roles don't include users:write",
    },
  ],
});

/** Succeeds for a session that has ended already, and does nothing to one that the caller may not end. */
export const endSession = operation({
  id: 'endSession',
  method: 'POST',
  path: `${path}/end`,
  tag,
  summary: "End one of your sessions or, with users:write, a session of one of the account's users",
  permission: null,
  body: z.strictObject({ id: sessionId }),
  data: z.object({ result: z.literal('success') }),
  failures: signedInChangeFailures,
});

export const endOtherSessions = operation({
  id: 'endOtherSessions',
  method: 'POST',
  path: `${path}/end-others`,
  tag,
  summary: 'End all of your sessions except this one',
  permission: null,
  body: z.strictObject({}),
  data: z.object({ ended: z.int() }),
  failures: signedInChangeFailures,
});

export const openSessionOperations = [listSessions, endSession, endOtherSessions] as const;
