import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Instant } from '#domain/time.ts';

const HOW_MANY = 10;
/** Crockford's base 32: without letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Makes new recovery codes of 80 random bits, and stores their hashes in place of all earlier ones. */
export async function makeRecoveryCodes(trx: Kysely<Tables>, userId: string): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, makeCode);
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ code_hash: hashOfCode(code), user_id: userId, used_at: null })))
    .execute();
  return codes;
}

/** Whether a user may still use a code. */
export async function isUsableRecoveryCode(
  db: Kysely<Tables>,
  userId: string,
  code: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('code_hash', '=', hashOfCode(code))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
  return found.length > 0;
}

/** Uses a code up. False when another request was first. */
export async function takeRecoveryCode(
  trx: Kysely<Tables>,
  { userId, code, at }: { userId: string; code: string; at: Instant },
): Promise<boolean> {
  const taken = await trx
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('code_hash', '=', hashOfCode(code))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .returning('user_id')
    .execute();
  return taken.length > 0;
}

export async function countRecoveryCodes(db: Kysely<Tables>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

function makeCode(): string {
  const characters = [...randomBytes(16)].map((byte) => alphabet.charAt(byte % alphabet.length));
  return characters.join('').replaceAll(/.{4}(?!$)/g, '$&-');
}

/** Of random text: a plain hash of it cannot be turned back. */
function hashOfCode(code: string): string {
  const read = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll(/[il]/g, '1').replaceAll('o', '0');
  return createHash('sha256').update(read).digest('hex');
}
