import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { SignInChallengesTable } from '#database/user-tables.ts';
import { addMs, type Clock, type Instant } from '#domain/time.ts';
import { ServiceError } from '#http/service-error.ts';
import { hashOfToken, newToken } from '../../tokens.ts';

const LIFETIME_MS = 5 * 60_000;
/** Those of passkeys that say themselves whose they are. */
const MOST_OF_NOBODY = 100_000;

/** For whom and for what a challenge is: it is worth nothing for anything else. */
type Bound = {
  purpose: SignInChallengesTable['purpose'];
  /** Undefined for a passkey that says itself whose it is, and where the challenge says it. */
  userId?: string | undefined;
  at: Instant;
};

/** `lifetimeMs`: five minutes, where it is left out. */
type NewChallenge = Bound & { lifetimeMs?: number };

export type Challenge = Pick<SignInChallengesTable, 'challenge' | 'challenge_hash' | 'user_id'>;

/** Stores what a browser must answer in time, and returns its ID. `makeContent` is given the row's key. */
export async function createChallenge(
  db: Kysely<Tables>,
  { purpose, userId, at, lifetimeMs = LIFETIME_MS }: NewChallenge,
  makeContent: (hash: string) => string,
): Promise<string> {
  const id = newToken();
  const hash = hashOfToken(id);
  await db
    .insertInto('sign_in_challenges')
    .values({
      challenge_hash: hash,
      user_id: userId ?? null,
      purpose,
      challenge: makeContent(hash),
      expires_at: addMs(at, lifetimeMs),
    })
    .execute();
  return id;
}

/** Throws the 409 for a challenge that was answered, has expired, or is another's. It can still be answered. */
export async function requireChallenge(db: Kysely<Tables>, id: string, bound: Bound): Promise<Challenge> {
  const found = await findChallenge(db, id, bound);
  if (found === undefined) throw expired();
  return found;
}

/** Undefined for a challenge that was answered, has expired, or is another's. */
export async function findChallenge(
  db: Kysely<Tables>,
  id: string,
  bound: Bound,
): Promise<Challenge | undefined> {
  const query = db.selectFrom('sign_in_challenges').select(['challenge', 'challenge_hash', 'user_id']);
  const found = await query
    .where('challenge_hash', '=', hashOfToken(id))
    .where('purpose', '=', bound.purpose)
    .where('expires_at', '>', bound.at)
    .executeTakeFirst();
  return bound.userId === undefined || found?.user_id === bound.userId ? found : undefined;
}

/** As `requireChallenge`, and uses the challenge up: of two requests at once, one gets it. */
export async function takeChallenge(db: Kysely<Tables>, id: string, bound: Bound): Promise<Challenge> {
  const taken = await takeIfUsable(db, id, bound);
  if (taken === undefined) throw expired();
  return taken;
}

/** As `findChallenge`, and uses the challenge up. */
export async function takeIfUsable(
  db: Kysely<Tables>,
  id: string,
  bound: Bound,
): Promise<Challenge | undefined> {
  const [taken] = await db
    .deleteFrom('sign_in_challenges')
    .where('challenge_hash', '=', hashOfToken(id))
    .where('purpose', '=', bound.purpose)
    .where('expires_at', '>', bound.at)
    .$if(bound.userId !== undefined, (query) => query.where('user_id', '=', bound.userId ?? null))
    .returning(['challenge', 'challenge_hash', 'user_id'])
    .execute();
  return taken;
}

/** Deletes challenges that nobody answered, and the oldest beyond what is stored: anyone can ask for one. */
export function createChallengeCleanup(db: Kysely<Tables>, now: Clock): () => Promise<void> {
  return async () => {
    await db
      .deleteFrom('sign_in_challenges')
      .where((where) =>
        where.or([
          where('expires_at', '<=', now()),
          where('challenge_hash', 'in', (query) =>
            query
              .selectFrom('sign_in_challenges')
              .select('challenge_hash')
              .where('user_id', 'is', null)
              .orderBy('expires_at', 'desc')
              .orderBy('challenge_hash', 'desc')
              .offset(MOST_OF_NOBODY),
          ),
        ]),
      )
      .execute();
  };
}

function expired(): ServiceError {
  return new ServiceError(409, 'This step has expired or was completed already. Start again');
}
