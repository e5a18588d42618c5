import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Invitation } from '#contract/gateway/users.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { isUniqueViolation } from '#database/unique-violation.ts';
import type { Instant } from '#domain/time.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import { createInvitation, invitationOf } from './invitations.ts';
import { isSandboxUser } from './sandbox-users.ts';
import {
  deleteUnjoined,
  hasJoined,
  insertMembership,
  insertUser,
  listMembers,
  lockMembers,
} from './users.store.ts';

type FirstAdministrator = {
  accountId: string;
  name: string;
  email: string;
  /** The key that creates it; null for a setup link. */
  addedBy: string | null;
  /** How long the invitation can be used. */
  hours: number;
  at: Instant;
};

/**
 * Creates the first administrator of an account that no user has joined, in a transaction with what `alongside` does,
 * and returns the link to join. An earlier one who hasn't joined is replaced: the link may have been lost. Throws the
 * 409 for an account with users.
 */
export async function addFirstAdministrator(
  db: Kysely<Tables>,
  { accountId, name, email, addedBy, hours, at }: FirstAdministrator,
  alongside: (trx: Kysely<Tables>, userId: string) => Promise<void>,
): Promise<Invitation> {
  const userId = firstUserId(accountId);
  try {
    return await inTransaction(db, async (trx) => {
      // First, so that of two at once one waits here for the other.
      await alongside(trx, userId);
      await lockMembers(trx, accountId);
      const members = await listMembers(trx, accountId);
      if (members.some(hasJoined)) throw alreadyHasUsers();
      const earlier = members.filter(
        ({ user_id, roles }) => roles.includes('administrator') && !isSandboxUser(user_id),
      );
      await deleteUnjoined(
        trx,
        accountId,
        earlier.map((each) => each.user_id),
      );
      const user = { user_id: userId, name, email, created_at: at, created_by: addedBy };
      if (!(await insertUser(trx, user))) {
        throw validationError({
          email:
            'This email address belongs to an existing user. That user can sign in and add this account with its API key.',
        });
      }
      await insertMembership(trx, {
        user_id: userId,
        account_id: accountId,
        roles: ['administrator'],
        created_at: at,
        updated_at: at,
        updated_by: addedBy,
      });
      return invitationOf(userId, await createInvitation(trx, { userId, createdBy: addedBy, at, hours }));
    });
  } catch (error) {
    // Two first administrators at once have one ID.
    if (isUniqueViolation(error)) throw alreadyHasUsers();
    throw error;
  }
}

/** Fixed for an account, so that it has one first administrator, however many are created at once. */
function firstUserId(accountId: string): string {
  return `user_${createHash('sha256').update(`first user of ${accountId}`).digest('hex').slice(0, 24)}`;
}

export function alreadyHasUsers(): ServiceError {
  return new ServiceError(409, 'The account has an administrator already, who can invite you');
}
