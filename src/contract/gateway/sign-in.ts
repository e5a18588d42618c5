import * as z from 'zod/mini';
import { bodyFailures, busyFailure } from '../failures.ts';
import { lineOfText, requiredMessage } from '../fields.ts';
import { operation } from '../operation.ts';
import { identityProvider } from './identity-provider.ts';
import { modes, session, sessionPath } from './sessions.ts';

// In a file of its own, so that a signed-in user's page does not load it.

export const openSession = operation({
  id: 'openSession',
  method: 'POST',
  path: sessionPath,
  tag: 'Session',
  summary: 'Sign in with an API key',
  permission: null,
  body: z.strictObject({ token: lineOfText(1024, { what: 'an API key' }) }),
  grantsAccess: true,
  data: session,
  failures: [
    ...bodyFailures,
    { status: 401, errorCode: 'system', when: 'The wallet service doesn’t recognize the key' },
    {
      status: 403,
      errorCode: 'system',
      when: "The provider refuses this gateway's address; data.outgoing_address says which to register",
    },
    {
      status: 403,
      errorCode: 'system',
      when: 'The account has an administrator, and sign-in with API keys is turned off',
    },
    {
      status: 429,
      errorCode: 'request',
      when: 'Too many failed sign-ins from this address; see Retry-After',
    },
    {
      status: 502,
      errorCode: 'system',
      when: 'The wallet service can’t be reached, or its response isn’t as documented',
    },
    { status: 504, errorCode: 'system', when: 'The wallet service didn’t respond in time' },
    busyFailure,
  ],
});

export const signInAsSandboxUser = operation({
  id: 'signInAsSandboxUser',
  method: 'POST',
  path: `${sessionPath}/sandbox-user`,
  tag: 'Session',
  summary: 'Sign in as a sandbox user, without credentials (sandbox only)',
  permission: null,
  body: z.strictObject({
    id: z.string({ error: requiredMessage }).check(z.regex(/^[\w-]{1,64}$/, 'must be the ID of a user')),
  }),
  grantsAccess: true,
  data: session,
  failures: [
    ...bodyFailures,
    { status: 401, errorCode: 'system', when: 'An administrator removed the user' },
    { status: 403, errorCode: 'system', when: 'The request came through a proxy that isn’t trusted' },
    { status: 404, errorCode: 'not_found', when: 'The sandbox has no such user' },
    {
      status: 409,
      errorCode: 'request',
      when: 'The account has no API key for its users that the wallet service accepts',
    },
    busyFailure,
  ],
});

const passkeyAvailabilities = ['available', 'use-localhost', 'needs-https'] as const;

export type PasskeyAvailability = (typeof passkeyAvailabilities)[number];

/** Requested before sign-in: what the sign-in page can say and offer. */
export const signInOptions = operation({
  id: 'signInOptions',
  method: 'GET',
  path: `${sessionPath}/options`,
  tag: 'Session',
  summary: 'What the sign-in page offers',
  permission: null,
  query: z.strictObject({}),
  grantsAccess: true,
  data: z.object({
    mode: z.enum(modes),
    /** The host of the remote provider; null when the service is our own. */
    provider: z.nullable(z.string()),
    /** Whom everyone may sign in as in the sandbox, otherwise empty. */
    sandbox_users: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** The names of the user's roles. */
        roles: z.array(z.string()),
        /** What a user with this role does; null for other roles than a single built-in one. */
        description: z.nullable(z.string()),
      }),
    ),
    /** What to set where the request came through a proxy that isn't trusted; else null. */
    proxy_notice: z.nullable(z.string()),
    /** Whether the installation has users, who sign in without an API key. */
    has_users: z.boolean(),
    /** Whether an API key signs in to any account, which can be turned off. */
    accepts_keys: z.boolean(),
    /** Whether there are no users yet, and the server's output has the link that makes the first administrator. */
    awaits_setup: z.boolean(),
    /** The company's identity provider, which users can sign in with; null: none is set up. */
    identity_provider: z.nullable(identityProvider),
    /** Whether passkeys work at this address. Browsers allow them over HTTPS and on localhost, by name. */
    passkeys: z.enum(passkeyAvailabilities),
  }),
  failures: [],
});

export type SignInOptions = z.output<typeof signInOptions.data>;

export const signInOperations = [openSession, signInAsSandboxUser, signInOptions] as const;
