import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { SETUP_HOURS, setUpFirstAdministrator } from '#contract/gateway/setup.ts';
import type { Tables } from '#database/tables.ts';
import type { Clock, Instant } from '#domain/time.ts';
import { serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import { recordSetup } from '../audit-log/record-done.ts';
import { sessionHost, type SessionRoutesDeps } from '../sessions/sessions.routes.ts';
import { listUserAccounts } from './account-keys.ts';
import { createChallenge, findChallenge, takeIfUsable } from './credentials/challenges.ts';
import { addFirstAdministrator } from './first-administrator.ts';
import { hasJoined, listMembers } from './users.store.ts';

const purpose = 'setup';

/**
 * Makes a link with which the first administrator of an account is created, once and within an hour, and returns its
 * token. Undefined unless the account has a key for its users and no user has joined it.
 */
export async function createSetupLink(db: Kysely<Tables>, at: Instant): Promise<string | undefined> {
  const account = await findAccountToSetUp(db);
  if (account === undefined) return undefined;
  const lifetimeMs = SETUP_HOURS * 3_600_000;
  return await createChallenge(db, { purpose, at, lifetimeMs }, () => account);
}

/** An account with a key for its users that none of them has joined: only a setup link makes its administrator. */
async function findAccountToSetUp(db: Kysely<Tables>): Promise<string | undefined> {
  for (const { id: accountId } of await listUserAccounts(db)) {
    if (!(await listMembers(db, accountId)).some(hasJoined)) return accountId;
  }
  return undefined;
}

/** Whether a setup link would make the first administrator of an installation. */
export async function awaitsSetup(db: Kysely<Tables>): Promise<boolean> {
  return (await findAccountToSetUp(db)) !== undefined;
}

type Deps = Pick<SessionRoutesDeps, 'cookie' | 'place'> & { db: Kysely<Tables>; now: Clock };

/** What the setup link leads to. */
export function registerSetupRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps;
  serve(sessionHost(app, deps), setUpFirstAdministrator, async ({ body: { token, ...person }, request }) => {
    const at = now();
    const bound = { purpose, at } as const;
    const found = await findChallenge(db, token, bound);
    if (found === undefined) throw linkIsGone();
    const accountId = found.challenge;
    const administrator = { ...person, accountId, addedBy: null, hours: SETUP_HOURS, at };
    return await addFirstAdministrator(db, administrator, async (trx, userId) => {
      if ((await takeIfUsable(trx, token, bound)) === undefined) throw linkIsGone();
      const operation = setUpFirstAdministrator.id;
      await recordSetup(trx, request, { at, operation, accountId, subject: userId, details: person });
    });
  });
}

function linkIsGone(): ServiceError {
  return new ServiceError(
    404,
    'This link was used already or has expired. Start the server again to get a new one',
  );
}
