import type { Kysely } from 'kysely';
import type { SignInOptions } from '#contract/gateway/sign-in.ts';
import { type BuiltInRoleId, builtInRoleIds, builtInRoles } from '#contract/roles.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Instant } from '#domain/time.ts';
import type { KeyCipher } from '../sessions/key-cipher.ts';
import { findAccountKey, sealAccountKey } from './account-keys.ts';
import { grantsOf } from './grants.ts';
import { sandboxUserIds, sandboxUsers } from './sandbox-users.ts';
import { insertMembership, insertUser } from './users.store.ts';

type Sandbox = {
  accountId: string;
  /** A key with all permissions: what users may do, their roles say. */
  apiKey: string;
  keyName: string;
  at: Instant;
};

/**
 * Adds the users of the sandbox that were never there, and the key that they work with if there is none. One whom an
 * administrator removed stays away: the row of a user who has left remains.
 */
export async function seedSandboxUsers(
  db: Kysely<Tables>,
  cipher: KeyCipher,
  { accountId, apiKey, keyName, at }: Sandbox,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const known = await trx
      .selectFrom('users')
      .select('user_id')
      .where('user_id', 'in', sandboxUserIds)
      .execute();
    const missing = sandboxUsers.filter(({ userId }) => !known.some((each) => each.user_id === userId));
    for (const { userId, name, email, role } of missing) {
      const user = { user_id: userId, name, email, created_at: at, created_by: null };
      // Someone else may have been given the email address.
      if (!(await insertUser(trx, user))) continue;
      await insertMembership(trx, {
        user_id: userId,
        account_id: accountId,
        roles: [role],
        created_at: at,
        updated_at: at,
        updated_by: null,
      });
    }
    const hasUsers = (await listSandboxUsers(trx)).length > 0;
    // Also where the key that is there can't be decrypted any more.
    if (hasUsers && (await findAccountKey(trx, cipher, accountId)) === undefined) {
      await sealAccountKey(trx, cipher, { accountId, name: keyName, apiKey, addedBy: null, at });
    }
  });
}

/** What the sign-in page offers: the users of the sandbox who weren't removed, with the roles that they have now. */
export async function listSandboxUsers(db: Kysely<Tables>): Promise<SignInOptions['sandbox_users']> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.user_id', 'users.user_id')
    .leftJoin('custom_roles', 'custom_roles.account_id', 'memberships.account_id')
    .select([
      'users.user_id',
      'users.name',
      'memberships.account_id',
      'memberships.roles',
      'memberships.limits',
      'custom_roles.role_id',
      'custom_roles.name as role_name',
    ])
    .where('users.user_id', 'in', sandboxUserIds)
    .where('users.left_at', 'is', null)
    .orderBy('memberships.created_at')
    .orderBy('memberships.account_id')
    .execute();
  return sandboxUserIds.flatMap((id) => {
    // In each account, once for each of its custom roles. Signing in opens the first account.
    const own = rows.filter(({ user_id: userId }) => userId === id);
    const [first] = own;
    if (first === undefined) return [];
    const custom = own.filter(({ account_id: accountId }) => accountId === first.account_id);
    const { roles } = grantsOf(first);
    const [only] = roles;
    const hasOnlyBuiltIn = roles.length === 1 && only !== undefined && isBuiltIn(only);
    return {
      id,
      name: first.name,
      roles: roles.flatMap(
        (role) =>
          (isBuiltIn(role)
            ? builtInRoles[role].label
            : custom.find(({ role_id: roleId }) => roleId === role)?.role_name) ?? [],
      ),
      description: hasOnlyBuiltIn ? builtInRoles[only].description : null,
    };
  });
}

function isBuiltIn(id: string): id is BuiltInRoleId {
  return builtInRoleIds.some((each) => each === id);
}
