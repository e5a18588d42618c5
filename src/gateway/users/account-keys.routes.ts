import type { Kysely } from 'kysely';
import {
  type AccountKey,
  addAccountKey,
  listAccountKeys,
  removeAccountKey,
} from '#contract/gateway/account-keys.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { type Clock, writeIsoTime } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import type { SignedIn } from '../console-host.ts';
import type { KeyCipher } from '../sessions/key-cipher.ts';
import {
  type CheckNewKey,
  deleteAccountKey,
  type KeptKey,
  listAccountKeys as listKeptKeys,
  sealAccountKey,
} from './account-keys.ts';
import { lockMembers } from './users.store.ts';

type Deps = {
  db: Kysely<Tables>;
  cipher: KeyCipher;
  now: Clock;
  checkNewKey: CheckNewKey;
};

/**
 * The API keys that an account's users work with. Nobody can read one again. A key with all permissions may add
 * another one as well: when the last key has expired, no user gets that far.
 */
export function registerAccountKeyRoutes(host: Host<SignedIn>, { db, cipher, now, checkNewKey }: Deps): void {
  serve(host, listAccountKeys, async ({ caller }) => {
    return { keys: (await listKeptKeys(db, caller.accountId)).map(toResponse) };
  });

  serve(host, addAccountKey, async ({ body: { token }, caller, request }) => {
    const description = await checkNewKey(request, token);
    if (description.accountId !== caller.accountId) {
      throw validationError({ token: 'This API key belongs to another account.' });
    }
    await sealAccountKey(db, cipher, {
      accountId: caller.accountId,
      name: description.keyName,
      apiKey: token,
      addedBy: caller.actorName,
      at: now(),
    });
    return { result: 'success' as const };
  });

  serve(host, removeAccountKey, async ({ body: { id }, caller: { accountId } }) => {
    await inTransaction(db, async (trx) => {
      await lockMembers(trx, accountId);
      const keys = await listKeptKeys(trx, accountId);
      if (!keys.some((each) => each.key_id === id)) {
        throw new ServiceError(404, 'API key not found. It may have been removed');
      }
      if (keys.length === 1) {
        throw new ServiceError(409, 'This is the only API key. Add another one first, or no user could work');
      }
      await deleteAccountKey(trx, accountId, id);
    });
    return { result: 'success' as const };
  });
}

function toResponse({ key_id, name, fingerprint, added_at, added_by }: KeptKey, index: number): AccountKey {
  return { id: key_id, name, fingerprint, is_used: index === 0, added_at: writeIsoTime(added_at), added_by };
}
