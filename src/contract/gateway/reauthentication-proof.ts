import * as z from 'zod/mini';

// What every page loads, apart from the operations that give a proof.

/**
 * What shows that the sender has just proved who it is. The gateway puts it on the response to a proof and to a user's
 * sign-in; the page keeps it in memory alone, and sends it back with each change.
 */
export const reauthenticationHeader = 'x-reauthentication';

const ways = ['provider', 'passkey', 'password', 'recovery-code', 'key'] as const;

export type ReauthenticationWay = (typeof ways)[number];

/** The data of the 403 for an operation that needs a new proof: how the session's owner can give one. */
export const reauthenticationNeeded = z.object({ reauthenticate: z.array(z.enum(ways)) });
