import * as z from 'zod/mini';
import { bodyFailures, sessionFailure } from '../failures.ts';
import { lineOfText } from '../fields.ts';
import { operation } from '../operation.ts';
import { type Permission, permissions } from '../permissions.ts';

/** What stands behind the gateway: our service with demonstration data, our service, or somebody else's. */
export const modes = ['sandbox', 'embedded', 'remote'] as const;

export type Mode = (typeof modes)[number];

export const session = z.object({
  account_id: z.string(),
  /** The key's name where the service tells it, else null. */
  key_name: z.nullable(z.string()),
  /** What the key may do; null where that cannot be known, as with a remote provider. */
  permissions: z.nullable(z.array(z.enum(permissions))),
  mode: z.enum(modes),
  /** ISO 8601. The session ends then, however busy. */
  expires_at: z.string(),
  /** The session ends after so many seconds without a request. */
  idle_timeout_seconds: z.int(),
});

export type Session = z.output<typeof session>;

type Whose = { permissions: readonly Permission[] | null };

/** Whether a session may use an operation that needs this permission; unknown counts as yes: the service decides. */
export function isPermitted(current: Whose, permission: Permission | null): boolean {
  return permission === null || current.permissions === null || current.permissions.includes(permission);
}

const path = '/session';

export const openSession = operation({
  id: 'openSession',
  method: 'POST',
  path,
  tag: 'Session',
  summary: 'Sign in with an API key',
  permission: null,
  body: z.strictObject({ token: lineOfText(1024) }),
  data: session,
  failures: [
    ...bodyFailures,
    { status: 401, errorCode: 'system', when: 'The wallet service does not know the key' },
    {
      status: 403,
      errorCode: 'system',
      when: "The provider refuses this gateway's address; data.outgoing_address says which to register",
    },
    {
      status: 429,
      errorCode: 'request',
      when: 'Too many failed sign-ins from this address; see Retry-After',
    },
    {
      status: 502,
      errorCode: 'system',
      when: 'The wallet service cannot be reached or does not answer as documented',
    },
    { status: 504, errorCode: 'system', when: 'The wallet service does not answer in time' },
  ],
});

export const readSession = operation({
  id: 'readSession',
  method: 'GET',
  path,
  tag: 'Session',
  summary: 'Who is signed in',
  permission: null,
  query: z.strictObject({}),
  data: session,
  failures: [sessionFailure],
});

export const closeSession = operation({
  id: 'closeSession',
  method: 'DELETE',
  path,
  tag: 'Session',
  summary: 'Sign out',
  permission: null,
  data: z.object({ result: z.literal('success') }),
  failures: [],
});

/** Asked before anybody is signed in: what the sign-in page can say and offer. */
export const signInOptions = operation({
  id: 'signInOptions',
  method: 'GET',
  path: `${path}/options`,
  tag: 'Session',
  summary: 'What the sign-in page offers',
  permission: null,
  query: z.strictObject({}),
  data: z.object({
    mode: z.enum(modes),
    /** The host of the remote provider; null when the service is our own. */
    provider: z.nullable(z.string()),
    /** Only in the sandbox, else empty. */
    sandbox_keys: z.array(z.object({ token: z.string(), title: z.string(), description: z.string() })),
  }),
  failures: [],
});

export type SignInOptions = z.output<typeof signInOptions.data>;

export const sessionOperations = [openSession, readSession, closeSession, signInOptions] as const;
