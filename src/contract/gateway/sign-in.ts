import * as z from 'zod/mini';
import { bodyFailures, busyFailure } from '../failures.ts';
import { lineOfText } from '../fields.ts';
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
    /** The demonstration keys in the sandbox, otherwise empty. */
    sandbox_keys: z.array(z.object({ token: z.string(), title: z.string(), description: z.string() })),
    /** What to set where the request came through a proxy that isn't trusted; else null. */
    proxy_notice: z.nullable(z.string()),
    /** Whether the installation has users, who sign in without an API key. */
    has_users: z.boolean(),
    /** The company's identity provider, which users can sign in with; null: none is set up. */
    identity_provider: z.nullable(identityProvider),
    /** Whether passkeys work at this address. Browsers allow them over HTTPS and on localhost, by name. */
    passkeys: z.enum(passkeyAvailabilities),
  }),
  failures: [],
});

export type SignInOptions = z.output<typeof signInOptions.data>;

export const signInOperations = [openSession, signInOptions] as const;
