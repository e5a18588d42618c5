import type { Limits } from '#contract/gateway/limits.ts';
import { now } from '#domain/clock.ts';
import type { TestDatabase } from '#database/testing.ts';
import { createKeyCipher } from '../sessions/key-cipher.ts';
import { createSessions } from '../sessions/sessions.ts';
import { secret } from '../testing/gateway-harness.ts';
import { fromOwnPage, type Answer, send } from '../testing/http-client.ts';
import { reauthenticationHeader } from '#contract/gateway/reauthentication-proof.ts';
import { addMs } from '#domain/time.ts';
import { hashOfToken, newToken } from '../tokens.ts';
import { sealAccountKey } from './account-keys.ts';
import { insertMembership, insertUser, newUserId } from './users.store.ts';

type GivenUser = {
  accountId?: string;
  /** The account's key. */
  apiKey?: string;
  roles?: readonly string[];
  limits?: Limits | undefined;
  name?: string;
  /** Whether the user has a password, which opens nothing in tests. */
  hasJoined?: boolean;
  /** As the cipher knows it: a remote provider's URL. */
  walletService?: string;
};

export type TestUser = {
  userId: string;
  accountId: string;
  /** Asks with a session of the user. */
  ask: (address: string, path: string, sent?: { method: string; body: object }) => Promise<Answer>;
  cookie: string;
  /** The headers of a page of the console in which the user has just proved who it is. */
  headers: Record<string, string>;
};

/** Adds a user with a session to an account of the tiny service, whose key `apiKey` the gateway keeps. */
export async function addUser(database: TestDatabase, given: GivenUser = {}): Promise<TestUser> {
  const {
    apiKey = 'good',
    accountId = `account of ${apiKey}`,
    roles = ['administrator'],
    limits,
    name = 'Ana Ruiz',
    hasJoined = false,
    walletService = 'embedded',
  } = given;
  const { db } = database;
  const at = now();
  const userId = newUserId();
  await insertUser(db, {
    user_id: userId,
    name,
    email: `${userId}@example.com`,
    created_at: at,
    created_by: null,
  });
  await addToAccount(database, { userId, accountId, apiKey, roles, limits, walletService });
  if (hasJoined) {
    const password = { user_id: userId, hash: 'of no password', changed_at: at };
    await db.insertInto('user_passwords').values(password).execute();
  }
  const cipher = createKeyCipher(secret, walletService);
  const sessions = createSessions({ db, cipher, lifetimeSeconds: 3600, idleTimeoutSeconds: 3600, now });
  const device = { ipAddress: '127.0.0.1', userAgent: 'Tests' };
  const { id, session } = await sessions.open({ accountId, userId }, device, undefined);
  const cookie = `wallet_console_session=${id}`;
  const proof = newToken();
  const token_hash = hashOfToken(proof);
  const expires_at = addMs(at, 3_600_000);
  await db
    .insertInto('reauthentications')
    .values({ token_hash, session_hash: session.hash, expires_at })
    .execute();
  const headers = { ...fromOwnPage, cookie, [reauthenticationHeader]: proof };
  return {
    userId,
    accountId,
    cookie,
    headers,
    ask: async (address, path, sent) => send(address, path, { ...sent, headers }),
  };
}

/** Adds a user to an account, whose key the gateway keeps. */
export async function addToAccount(
  { db }: TestDatabase,
  given: { userId: string } & Required<Pick<GivenUser, 'accountId' | 'apiKey' | 'roles'>> &
    Pick<GivenUser, 'limits' | 'walletService'>,
): Promise<void> {
  const { userId, accountId, apiKey, roles, limits, walletService = 'embedded' } = given;
  const at = now();
  await insertMembership(db, {
    user_id: userId,
    account_id: accountId,
    roles,
    limits,
    created_at: at,
    updated_at: at,
    updated_by: null,
  });
  const cipher = createKeyCipher(secret, walletService);
  await sealAccountKey(db, cipher, { accountId, name: `key ${apiKey}`, apiKey, addedBy: null, at });
}
