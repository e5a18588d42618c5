import type { Kysely } from 'kysely';
import type { Invitation } from '#contract/gateway/users.ts';
import type { Tables } from '#database/tables.ts';
import { addMs, type Instant, writeIsoTime } from '#domain/time.ts';
import { hashOfToken, newToken } from '../tokens.ts';

type NewInvitation = { userId: string; createdBy: string | null; at: Instant; hours: number };

/** Makes the link with which a user joins, and returns its token, which is stored nowhere. Earlier links end. */
export async function createInvitation(
  db: Kysely<Tables>,
  { userId, createdBy, at, hours }: NewInvitation,
): Promise<{ token: string; expiresAt: Instant }> {
  const token = newToken();
  const expiresAt = addMs(at, hours * 3_600_000);
  await db.deleteFrom('invitations').where('user_id', '=', userId).execute();
  await db
    .insertInto('invitations')
    .values({
      token_hash: hashOfToken(token),
      user_id: userId,
      created_at: at,
      created_by: createdBy,
      expires_at: expiresAt,
    })
    .execute();
  return { token, expiresAt };
}

/** What an invitation's maker is told. */
export function invitationOf(
  userId: string,
  { token, expiresAt }: Awaited<ReturnType<typeof createInvitation>>,
): Invitation {
  return { user_id: userId, token, expires_at: writeIsoTime(expiresAt) };
}
