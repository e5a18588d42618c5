import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import {
  checkPassword,
  type Joined,
  joinWithPasskey,
  joinWithPassword,
  readInvitation,
  signInWithPasskey,
  signInWithRecoveryCode,
  signInWithSecondFactor,
  startInvitedPasskey,
  startInvitedTotp,
  startPasskeySignIn,
} from '#contract/gateway/user-sign-in.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { type Clock, type Instant, writeIsoTime } from '#domain/time.ts';
import { serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import { accountAsked } from '../../caller.ts';
import type { KeyCipher } from '../../sessions/key-cipher.ts';
import { sessionHost, type SessionRoutesDeps } from '../../sessions/sessions.routes.ts';
import { emailKey } from '../users.store.ts';
import type { EntryExchange, SignInMethod, UserEntry } from './user-entry.ts';
import { countAttempt } from './attempts.ts';
import { beginPasskey, beginTotp, checkNewPassword } from './begin-credentials.ts';
import { createChallenge, requireChallenge, takeChallenge } from './challenges.ts';
import type { FindCode } from './codes.ts';
import {
  makePasskeyChallenge,
  requestOptionsFor,
  requirePasskeySite,
  verifyNewPasskey,
  verifyPasskey,
} from './passkeys.ts';
import { findPasskey, insertPasskey, notePasskeyUse } from './passkeys.store.ts';
import { isPassword } from './passwords.ts';
import { isUsableRecoveryCode, makeRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts';
import {
  findByEmail,
  findInvitation,
  findMember,
  type Invitation,
  takeInvitation,
} from './user-sign-in.store.ts';

type Deps = Pick<SessionRoutesDeps, 'cookie' | 'throttle' | 'place' | 'refusals' | 'fingerprint'> & {
  db: Kysely<Tables>;
  cipher: KeyCipher;
  now: Clock;
  entry: UserEntry;
  findCode: FindCode;
};

/** As long as any refusal of a password takes: how long it takes must not tell whether there is such a user. */
const REFUSAL_MS = 300;

/** Joining with an invitation, and signing in as a user. */
export function registerUserSignInRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, cipher, now, place, throttle } = deps;
  const { requireReady, record, open } = deps.entry;
  const host = sessionHost(app, deps);

  serve(host, readInvitation, async ({ body: { token } }) => {
    const { name, email, expiresAt } = await requireInvitation(token);
    return { name, email, expires_at: writeIsoTime(expiresAt) };
  });

  serve(host, startInvitedPasskey, async ({ body: { token }, request }) => {
    const invited = await requireInvitation(token);
    return await beginPasskey(deps, requirePasskeySite(request, place), invited);
  });

  serve(host, startInvitedTotp, async ({ body: { token } }) =>
    beginTotp(deps, await requireInvitation(token)),
  );

  serve(host, joinWithPasskey, async ({ body, ...exchange }) => {
    const { id: userId } = await requireInvitation(body.token);
    const site = requirePasskeySite(exchange.request, place);
    const bound = { purpose: 'add-passkey', userId, at: now() } as const;
    const { challenge } = await requireChallenge(db, body.challenge, bound);
    const passkey = await verifyNewPasskey(body.response, { challenge, site });
    return await join(exchange, { userId, token: body.token, method: 'passkey' }, async (trx, at) => {
      await takeChallenge(trx, body.challenge, bound);
      await insertPasskey(trx, passkey, { userId, name: body.name, at });
    });
  });

  serve(host, joinWithPassword, async ({ body, ...exchange }) => {
    const invited = await requireInvitation(body.token);
    const store = await checkNewPassword(deps, invited, body);
    return await join(exchange, { userId: invited.id, token: body.token, method: 'password' }, store);
  });

  serve(host, startPasskeySignIn, async ({ request }) => {
    const site = requirePasskeySite(request, place);
    const challenge = makePasskeyChallenge();
    const id = await createChallenge(db, { purpose: 'passkey', at: now() }, () => challenge);
    return { challenge: id, options: requestOptionsFor(site, challenge) };
  });

  serve(host, signInWithPasskey, async ({ body: { challenge, response }, ...exchange }) => {
    const { request } = exchange;
    const site = requirePasskeySite(request, place);
    return await countAttempt(throttle, request, undefined, async () => {
      const taken = await takeChallenge(db, challenge, { purpose: 'passkey', at: now() });
      const passkey = await findPasskey(db, response.id);
      const expected = { challenge: taken.challenge, site };
      const signCount = passkey && (await verifyPasskey(response, passkey, expected));
      if (passkey === undefined || signCount === undefined) {
        throw await refused(request, passkey?.user_id, unknownPasskey);
      }
      const ready = await requireReady(passkey.user_id, accountAsked(request));
      await record(request, ready, 'passkey');
      if (!(await notePasskeyUse(db, passkey, { signCount, at: now() }))) throw unknownPasskey();
      return await open(exchange, ready);
    });
  });

  serve(host, checkPassword, async ({ body: { email, password }, request }) => {
    const key = emailKey(email);
    const refusal = setTimeout(REFUSAL_MS);
    return await countAttempt(throttle, request, key, async () => {
      const found = await findByEmail(db, key);
      if (!(await isPassword(password, found?.hash)) || found === undefined) {
        const failure = await refused(request, found?.userId, wrongPassword);
        await refusal;
        throw failure;
      }
      const bound = { purpose: 'second-factor', userId: found.userId, at: now() } as const;
      return { challenge: await createChallenge(db, bound, () => '') };
    });
  });

  serve(host, signInWithSecondFactor, async ({ body: { challenge, code }, ...exchange }) => {
    const bound = { purpose: 'second-factor', at: now() } as const;
    const { user_id: userId } = await requireChallenge(db, challenge, bound);
    const ready = await requireReady(userId ?? '', accountAsked(exchange.request));
    return await countAttempt(throttle, exchange.request, ready.emailKey, async () => {
      const take = await deps.findCode(ready.user.id, code);
      if (take === undefined) throw await refused(exchange.request, ready.user.id, wrongCode);
      await record(exchange.request, ready, /^\d{6}$/.test(code) ? 'password' : 'recovery code');
      await inTransaction(db, async (trx) => {
        await takeChallenge(trx, challenge, bound);
        if (!(await take(trx, now()))) throw wrongCode();
      });
      return await open(exchange, ready);
    });
  });

  serve(host, signInWithRecoveryCode, async ({ body: { email, code }, ...exchange }) => {
    const { request } = exchange;
    const key = emailKey(email);
    const refusal = setTimeout(REFUSAL_MS);
    return await countAttempt(throttle, request, key, async () => {
      const found = await findByEmail(db, key);
      // A code alone never takes the place of a password and a second factor.
      const userId = found?.hash === undefined ? found?.userId : undefined;
      if (userId === undefined || !(await isUsableRecoveryCode(db, userId, code))) {
        const failure = await refused(request, found?.userId, wrongRecoveryCode);
        await refusal;
        throw failure;
      }
      const ready = await requireReady(userId, accountAsked(request));
      await record(request, ready, 'recovery code');
      if (!(await takeRecoveryCode(db, { userId, code, at: now() }))) throw wrongRecoveryCode();
      return await open(exchange, ready);
    });
  });

  async function requireInvitation(token: string): Promise<Omit<Invitation, 'userId'> & { id: string }> {
    const found = await findInvitation(db, token, now());
    if (found === undefined) throw noInvitation();
    return { id: found.userId, name: found.name, email: found.email, expiresAt: found.expiresAt };
  }

  type Joining = { userId: string; token: string; method: SignInMethod };

  /** Uses an invitation up, stores how the user signs in, and signs the user in: all of it or nothing. */
  async function join(
    exchange: EntryExchange,
    { userId, token, method }: Joining,
    store: (trx: Kysely<Tables>, at: Instant) => Promise<void>,
  ): Promise<Joined> {
    const ready = await requireReady(userId, undefined);
    await record(exchange.request, ready, method);
    const codes = await inTransaction(db, async (trx) => {
      const at = now();
      if (!(await takeInvitation(trx, token, at))) throw noInvitation();
      await store(trx, at);
      return await makeRecoveryCodes(trx, userId);
    });
    return { session: await open(exchange, ready), recovery_codes: codes };
  }

  /** The failure, which the activity log of the user's account notes. */
  async function refused(
    request: FastifyRequest,
    userId: string | undefined,
    failure: () => ServiceError,
  ): Promise<ServiceError> {
    const member =
      userId === undefined
        ? undefined
        : await findMember(db, cipher, { userId, accountId: accountAsked(request) });
    if (member?.key !== undefined) {
      const { accountId, user, key } = member;
      const fingerprint = deps.fingerprint(key.apiKey);
      const caller = { accountId, keyName: key.name, fingerprint, user, via: 'session' } as const;
      await deps.refusals.note(request, caller, 401);
    }
    return failure();
  }
}

function noInvitation(): ServiceError {
  return new ServiceError(
    404,
    'This invitation was used, has expired, or was replaced by a newer one. Ask an administrator for a new link',
  );
}

function wrongPassword(): ServiceError {
  return new ServiceError(401, 'The email address or password is wrong. Check both, then try again');
}

function wrongCode(): ServiceError {
  return new ServiceError(401, 'This code is wrong or was used already. Enter a new code');
}

function wrongRecoveryCode(): ServiceError {
  return new ServiceError(
    401,
    'The email address or recovery code is wrong, or the code was used already. Check both, then try again',
  );
}

function unknownPasskey(): ServiceError {
  return new ServiceError(
    401,
    'This passkey doesn’t open this console. Choose another passkey, or sign in with your password',
  );
}
