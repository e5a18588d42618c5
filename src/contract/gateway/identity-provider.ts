import * as z from 'zod/mini';

/** Where browsers and the identity provider are sent. No operations: they redirect, and have no envelope. */
export const identityProviderPaths = {
  /** `next`: where to go afterward. */
  start: '/session/identity-provider',
  callback: '/session/identity-provider/callback',
  backChannelLogout: '/session/identity-provider/logout',
} as const;

/** The channel on which the window of the provider hands over the proof that the user signed in anew. */
export const proofChannel = 'reauthentication';

/** Why signing in with the identity provider failed, in the address of the sign-in page. */
export const signInProblems = [
  'unreachable',
  'expired',
  'refused',
  'client-refused',
  'cancelled',
  'no-account',
  'no-role',
  'no-email',
  'removed',
  'other-person',
] as const;

export type SignInProblem = (typeof signInProblems)[number];

/** The company's identity provider, by the name that people call it. */
export const identityProvider = z.object({ name: z.string() });
