import type { Kysely } from 'kysely';
import { addAccount, renameAccount } from '#contract/gateway/accounts.ts';
import { permissions } from '#contract/permissions.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Clock } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import { recordElsewhere } from '../audit-log/record-done.ts';
import { requireSession, type SessionOf } from '../caller.ts';
import { requireUser, type SignedIn } from '../console-host.ts';
import type { KeyCipher } from '../sessions/key-cipher.ts';
import { type CheckNewKey, sealAccountKey } from './account-keys.ts';
import { nameAccount } from './accounts.ts';
import { endInvitations, insertMembership, listMembers } from './users.store.ts';

type Deps = {
  db: Kysely<Tables>;
  cipher: KeyCipher;
  now: Clock;
  sessionOf: SessionOf;
  checkNewKey: CheckNewKey;
};

/** The accounts that users work in: adding one with its API key, and what it is called. */
export function registerAccountRoutes(host: Host<SignedIn>, deps: Deps): void {
  const { db, cipher, now, sessionOf, checkNewKey } = deps;
  serve(host, addAccount, async ({ body: { name, token }, caller, request }) => {
    const { user, actorName } = requireUser(caller);
    const { accountId, keyName, permissions: held } = await checkNewKey(request, token);
    const missing = permissions.filter((each) => held !== null && !held.includes(each));
    if (missing.length > 0) {
      throw validationError({
        token: `This API key is missing permissions: ${missing.join(', ')}. Use a key with all permissions.`,
      });
    }
    const at = now();
    await inTransaction(db, async (trx) => {
      // First: whoever else adds the account at the same time, with whichever key, waits here.
      await nameAccount(trx, { accountId, name, at });
      await sealAccountKey(trx, cipher, { accountId, name: keyName, apiKey: token, addedBy: actorName, at });
      const members = await listMembers(trx, accountId);
      if (members.some((each) => each.user_id === user.id)) throw isMemberAlready();
      if (members.length > 0) throw hasUsersAlready();
      await endInvitations(trx, user.id);
      await insertMembership(trx, {
        user_id: user.id,
        account_id: accountId,
        roles: ['administrator'],
        created_at: at,
        updated_at: at,
        updated_by: actorName,
      });
      const session = requireSession(request, { sessionOf });
      await recordElsewhere(trx, request, { session, at }, [accountId]);
    });
    return { id: accountId };
  });

  serve(host, renameAccount, async ({ body: { name }, caller: { accountId } }) => {
    await nameAccount(db, { accountId, name, at: now() });
    return { result: 'success' as const };
  });
}

function isMemberAlready(): ServiceError {
  return new ServiceError(409, 'You already work in this account. Open it from the account menu');
}

/** Once an account has users, its key alone makes nobody an administrator. */
function hasUsersAlready(): ServiceError {
  return new ServiceError(
    409,
    'This account is already in the console. Ask an administrator of the account to invite you',
  );
}
