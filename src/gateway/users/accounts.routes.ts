import type { Kysely } from 'kysely';
import { addAccount, renameAccount } from '#contract/gateway/accounts.ts';
import { permissions } from '#contract/permissions.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Clock } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import { recordAddedAccount } from '../audit-log/record-done.ts';
import { requireUser, type SignedIn } from '../console-host.ts';
import type { KeyCipher } from '../sessions/key-cipher.ts';
import { type CheckNewKey, sealAccountKey } from './account-keys.ts';
import { nameAccount } from './accounts.ts';
import { insertMembership, listMembers, lockMembers } from './users.store.ts';

type Deps = { db: Kysely<Tables>; cipher: KeyCipher; now: Clock; checkNewKey: CheckNewKey };

/** The accounts that users work in: adding one with its API key, and what it is called. */
export function registerAccountRoutes(host: Host<SignedIn>, { db, cipher, now, checkNewKey }: Deps): void {
  serve(host, addAccount, async ({ body: { name, token }, caller, request }) => {
    const { user, actorName } = requireUser(caller);
    const { accountId, keyName, permissions: held } = await checkNewKey(request, token);
    const missing = permissions.filter((each) => held !== null && !held.includes(each));
    if (missing.length > 0) {
      throw validationError({
        token: `This API key lacks permissions: ${missing.join(', ')}. Use one that has all.`,
      });
    }
    const at = now();
    const by = { updated_at: at, updated_by: actorName };
    await inTransaction(db, async (trx) => {
      await sealAccountKey(trx, cipher, { accountId, name: keyName, apiKey: token, addedBy: actorName, at });
      await lockMembers(trx, accountId);
      if ((await listMembers(trx, accountId)).length > 0) throw hasUsersAlready();
      await insertMembership(trx, {
        user_id: user.id,
        account_id: accountId,
        roles: ['administrator'],
        created_at: at,
        ...by,
      });
      await nameAccount(trx, { account_id: accountId, name, ...by });
      await recordAddedAccount(trx, { at, accountId, user, details: { name } });
    });
    return { id: accountId };
  });

  serve(host, renameAccount, async ({ body: { name }, caller: { accountId, actorName } }) => {
    await nameAccount(db, { account_id: accountId, name, updated_at: now(), updated_by: actorName });
    return { result: 'success' as const };
  });
}

/** Whoever has a key of an account can't do what its administrators may, once it has any. */
function hasUsersAlready(): ServiceError {
  return new ServiceError(
    409,
    'This account is already in the console. Ask an administrator of the account to invite you',
  );
}
