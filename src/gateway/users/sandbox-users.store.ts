import type { Kysely } from 'kysely';
import type { SignInOptions } from '#contract/gateway/sign-in.ts';
import { type BuiltInRoleId, builtInRoleIds, builtInRoles } from '#contract/roles.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Instant } from '#domain/time.ts';
import type { KeyCipher } from '../sessions/key-cipher.ts';
import { sealAccountKey } from './account-keys.ts';
import { findMember, type Member } from './credentials/user-sign-in.store.ts';
import { listCustomRoles } from './roles.store.ts';
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
    const members = await listSandboxMembers(trx, cipher);
    // Also where the key that is there can't be decrypted any more.
    if (members.some(({ key }) => key === undefined)) {
      await sealAccountKey(trx, cipher, { accountId, name: keyName, apiKey, addedBy: null, at });
    }
  });
}

/** What the sign-in page offers: the users of the sandbox who weren't removed, with the roles that they have now. */
export async function listSandboxUsers(
  db: Kysely<Tables>,
  cipher: KeyCipher,
): Promise<SignInOptions['sandbox_users']> {
  const members = await listSandboxMembers(db, cipher);
  const offered: SignInOptions['sandbox_users'] = [];
  for (const { user, accountId } of members) {
    const [only] = user.roles;
    const hasOnlyBuiltIn = user.roles.length === 1 && only !== undefined && isBuiltIn(only);
    offered.push({
      id: user.id,
      name: user.name,
      roles: await namesOfRoles(db, accountId, user.roles),
      description: hasOnlyBuiltIn ? builtInRoles[only].description : null,
    });
  }
  return offered;
}

async function listSandboxMembers(db: Kysely<Tables>, cipher: KeyCipher): Promise<Member[]> {
  const members: Member[] = [];
  for (const userId of sandboxUserIds) {
    const member = await findMember(db, cipher, { userId, accountId: undefined });
    if (member !== undefined) members.push(member);
  }
  return members;
}

async function namesOfRoles(
  db: Kysely<Tables>,
  accountId: string,
  roles: readonly string[],
): Promise<string[]> {
  const custom = roles.every(isBuiltIn) ? [] : await listCustomRoles(db, accountId);
  return roles.flatMap((id) =>
    isBuiltIn(id)
      ? [builtInRoles[id].label]
      : custom.filter((each) => each.role_id === id).map(({ name }) => name),
  );
}

function isBuiltIn(id: string): id is BuiltInRoleId {
  return builtInRoleIds.some((each) => each === id);
}
