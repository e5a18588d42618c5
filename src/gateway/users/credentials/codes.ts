import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Clock, Instant } from '#domain/time.ts';
import type { KeyCipher } from '../../sessions/key-cipher.ts';
import { isUsableRecoveryCode, takeRecoveryCode } from './recovery-codes.ts';
import { findUsableStep, takeStep } from './totp.ts';

/** What uses a code up. False when another request was first. */
type TakeCode = (trx: Kysely<Tables>, at: Instant) => Promise<boolean>;

/** Finds a code of the user's app, or a recovery code; undefined for one that is wrong or was used. */
export type FindCode = (userId: string, code: string) => Promise<TakeCode | undefined>;

type Deps = { db: Kysely<Tables>; cipher: KeyCipher; now: Clock };

export function createFindCode({ db, cipher, now }: Deps): FindCode {
  return async (userId, code) => {
    if (/^\d{6}$/.test(code)) {
      const step = await findUsableStep(db, cipher, { userId, code, at: now() });
      return step === undefined ? undefined : async (trx) => takeStep(trx, userId, step);
    }
    if (!(await isUsableRecoveryCode(db, userId, code))) return undefined;
    return async (trx, at) => takeRecoveryCode(trx, { userId, code, at });
  };
}
