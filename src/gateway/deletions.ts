import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Clock } from '#domain/time.ts';
import { createFileCleanup } from './books/files/statement-files.store.ts';
import { createCapabilityCleanup } from './capabilities/capabilities.ts';
import { createEventCleanup } from './events/events.store.ts';
import { createLogoutTokenCleanup } from './identity-provider/identities.store.ts';
import { createKeyCleanup } from './outcomes/idempotency-keys.ts';
import { createDeviceCleanup } from './sessions/devices.store.ts';
import { createSessionCleanup } from './sessions/sessions.ts';
import { createThrottleCleanup } from './sessions/sign-in-throttle.ts';
import { createSignedInKeyCleanup } from './sessions/signed-in-keys.ts';
import { createChallengeCleanup } from './users/credentials/challenges.ts';
import { createInvitationCleanup } from './users/credentials/user-sign-in.store.ts';
import { createReauthenticationCleanup } from './users/reauthentications.ts';

type Deps = {
  db: Kysely<Tables>;
  idleTimeoutSeconds: number;
  now: Clock;
  /** Whether a remote provider's capabilities are kept. */
  hasProvider: boolean;
};

/** What the gateway deletes once it has ended, by name. */
export function deletionsOf({
  db,
  idleTimeoutSeconds,
  now,
  hasProvider,
}: Deps): Record<string, () => Promise<void>> {
  return {
    'ended sessions': createSessionCleanup({ db, idleTimeoutSeconds, now }),
    'forgotten devices': createDeviceCleanup(db, now),
    'failed sign-ins': createThrottleCleanup(db, now),
    'sign-in challenges': createChallengeCleanup(db, now),
    reauthentications: createReauthenticationCleanup(db, now),
    'logout tokens': createLogoutTokenCleanup(db, now),
    'expired invitations': createInvitationCleanup(db, now),
    'signed-in keys': createSignedInKeyCleanup(db, now),
    'idempotency keys': createKeyCleanup(db, now),
    'incoming events': createEventCleanup(db, now),
    'files of the books': createFileCleanup(db, now),
    ...(hasProvider && { 'capabilities of providers': createCapabilityCleanup(db, now) }),
  };
}
