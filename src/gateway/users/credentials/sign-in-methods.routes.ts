import type { Kysely } from 'kysely';
import {
  addPasskey,
  MOST_PASSKEYS,
  readSignInMethods,
  removePasskey,
  replacePassword,
  replaceRecoveryCodes,
  type SignInMethods,
  startPasskey,
  startTotp,
} from '#contract/gateway/sign-in-methods.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { type Clock, writeIsoTime } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import type { SessionOf } from '../../caller.ts';
import type { SignedIn } from '../../console-host.ts';
import type { PublicSettings } from '../../same-origin.ts';
import type { KeyCipher } from '../../sessions/key-cipher.ts';
import type { SignedInUser } from '../../sessions/sessions.ts';
import { createUserRecords } from '../user-records.ts';
import { beginPasskey, beginTotp, checkNewPassword } from './begin-credentials.ts';
import { requireChallenge, takeChallenge } from './challenges.ts';
import { requirePasskeySite, verifyNewPasskey } from './passkeys.ts';
import { deletePasskey, insertPasskey, listPasskeys } from './passkeys.store.ts';
import { countRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts';

type Deps = {
  db: Kysely<Tables>;
  cipher: KeyCipher;
  now: Clock;
  sessionOf: SessionOf;
  place: PublicSettings;
  /** The company's. */
  identityProvider: SignInMethods['identity_provider'];
};

/** How the signed-in user signs in, for the user alone. */
export function registerSignInMethodRoutes(host: Host<SignedIn>, deps: Deps): void {
  const { db, now, place } = deps;
  const readMethods = createReadMethods(deps);
  const recordInOtherAccounts = createUserRecords(deps);

  serve(host, readSignInMethods, async ({ caller }) => readMethods(db, requireUser(caller).id));

  serve(host, startPasskey, async ({ caller, request }) => {
    const user = requireUser(caller);
    return await beginPasskey(deps, requirePasskeySite(request, place), user);
  });

  serve(host, addPasskey, async ({ body, caller, request }) => {
    const { id: userId } = requireUser(caller);
    const site = requirePasskeySite(request, place);
    const bound = { purpose: 'add-passkey', userId, at: now() } as const;
    const { challenge } = await requireChallenge(db, body.challenge, bound);
    const passkey = await verifyNewPasskey(body.response, { challenge, site });
    await inTransaction(db, async (trx) => {
      await lockUser(trx, userId);
      await takeChallenge(trx, body.challenge, bound);
      if ((await listPasskeys(trx, userId)).length >= MOST_PASSKEYS) {
        throw new ServiceError(
          409,
          `You have ${MOST_PASSKEYS} passkeys, the maximum. Remove one you no longer use`,
        );
      }
      await insertPasskey(trx, passkey, { userId, name: body.name, at: now() });
      await recordInOtherAccounts(trx, request, userId);
    });
    return await readMethods(db, userId);
  });

  serve(host, removePasskey, async ({ body, caller, request }) => {
    const { id: userId } = requireUser(caller);
    await inTransaction(db, async (trx) => {
      await lockUser(trx, userId);
      if (!(await deletePasskey(trx, userId, body.id))) {
        throw new ServiceError(404, 'Passkey not found. It may have been removed already');
      }
      const {
        passkeys,
        has_password: hasPassword,
        identity_provider: provider,
      } = await readMethods(trx, userId);
      if (passkeys.length === 0 && !hasPassword && provider === null) {
        throw new ServiceError(
          409,
          'This passkey is your only way to sign in. Add another passkey or a password first',
        );
      }
      await recordInOtherAccounts(trx, request, userId);
    });
    return await readMethods(db, userId);
  });

  serve(host, startTotp, async ({ caller }) => beginTotp(deps, requireUser(caller)));

  serve(host, replacePassword, async ({ body, caller, request }) => {
    const user = requireUser(caller);
    const store = await checkNewPassword(deps, user, body);
    await inTransaction(db, async (trx) => {
      await store(trx, now());
      await recordInOtherAccounts(trx, request, user.id);
    });
    return await readMethods(db, user.id);
  });

  serve(host, replaceRecoveryCodes, async ({ caller, request }) => {
    const { id } = requireUser(caller);
    return {
      recovery_codes: await inTransaction(db, async (trx) => {
        await lockUser(trx, id);
        await recordInOtherAccounts(trx, request, id);
        return await makeRecoveryCodes(trx, id);
      }),
    };
  });
}

function requireUser({ user }: SignedIn): SignedInUser {
  if (user !== undefined) return user;
  throw new ServiceError(
    400,
    'You signed in with an API key, which has no passkeys or password. Sign in as a user to manage yours',
    { errorCode: 'system' },
  );
}

/** So that two requests at once can't remove a user's last two passkeys. */
async function lockUser(trx: Kysely<Tables>, userId: string): Promise<void> {
  await trx.selectFrom('users').select('user_id').where('user_id', '=', userId).forUpdate().execute();
}

function createReadMethods({ identityProvider: provider }: Pick<Deps, 'identityProvider'>) {
  return async (db: Kysely<Tables>, userId: string): Promise<SignInMethods> => {
    const withUser = async (table: 'user_passwords' | 'user_totp' | 'user_identities') => {
      const found = await db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute();
      return found.length > 0;
    };
    return {
      has_password: await withUser('user_passwords'),
      has_totp: await withUser('user_totp'),
      identity_provider: (await withUser('user_identities')) ? provider : null,
      recovery_codes_left: await countRecoveryCodes(db, userId),
      passkeys: (await listPasskeys(db, userId)).map((each) => ({
        id: each.credential_id,
        name: each.name,
        is_synced: each.is_synced,
        added_at: writeIsoTime(each.added_at),
        last_used_at: each.last_used_at && writeIsoTime(each.last_used_at),
      })),
    };
  };
}
