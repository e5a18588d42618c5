import type { Kysely } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Tables } from '#database/tables.ts';
import { type Instant, toDate } from '#domain/time.ts';
import type { KeyCipher } from '../../sessions/key-cipher.ts';

const ISSUER = 'Wallet Console';
/** In steps of 30 s, before and after: clocks differ, and codes are typed slowly. */
const WINDOW = 1;

/** A new secret for an authenticator app, in base 32, and the URI of its QR code. */
export function makeTotpSecret(email: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 });
  const uri = new TOTP({ issuer: ISSUER, label: email, secret }).toString();
  return { secret: secret.base32, uri };
}

/** The step that a code is of; undefined for a wrong code. */
export function stepOfCode(code: string, secret: string, at: Instant): number | undefined {
  const timestamp = toDate(at).getTime();
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp,
    window: WINDOW,
  });
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta;
}

type NewTotp = { userId: string; secret: string; step: number; at: Instant };

/** Keeps the secret of a user's app in place of an earlier one. Codes up to `step` are used up. */
export async function replaceTotp(
  trx: Kysely<Tables>,
  cipher: KeyCipher,
  { userId, secret, step, at }: NewTotp,
): Promise<void> {
  const values = { sealed_secret: cipher.encrypt(secret, sealOfTotp(userId)), last_step: step, added_at: at };
  await trx
    .insertInto('user_totp')
    .values({ ...values, user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** The step of a code that a user may still use; undefined for one that is wrong or was used. */
export async function findUsableStep(
  db: Kysely<Tables>,
  cipher: KeyCipher,
  { userId, code, at }: { userId: string; code: string; at: Instant },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('user_totp')
    .select(['sealed_secret', 'last_step'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const secret = row && cipher.decrypt(row.sealed_secret, sealOfTotp(userId));
  if (row === undefined || secret === undefined) return undefined;
  const step = stepOfCode(code, secret, at);
  return step !== undefined && step > row.last_step ? step : undefined;
}

/** Uses up the codes to this step. False when another request was first: each code is accepted once. */
export async function takeStep(trx: Kysely<Tables>, userId: string, step: number): Promise<boolean> {
  const taken = await trx
    .updateTable('user_totp')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .execute();
  return taken.length > 0;
}

/** What the secret of an authenticator app is encrypted for. */
export function sealOfTotp(userId: string): string {
  return `authenticator app of ${userId}`;
}
