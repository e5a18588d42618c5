import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { passkeyOptions, totpSetup } from '#contract/gateway/credentials.ts';
import type { Tables } from '#database/tables.ts';
import type { Clock, Instant } from '#domain/time.ts';
import { validationError } from '#http/service-error.ts';
import type { KeyCipher } from '../../sessions/key-cipher.ts';
import { createChallenge, requireChallenge, takeChallenge } from './challenges.ts';
import { hashPassword, problemWithPassword } from './passwords.ts';
import { creationOptionsFor, makePasskeyChallenge, type PasskeySite } from './passkeys.ts';
import { listPasskeys } from './passkeys.store.ts';
import { makeTotpSecret, replaceTotp, stepOfCode } from './totp.ts';
import { replaceStoredPassword } from './user-sign-in.store.ts';

type Deps = { db: Kysely<Tables>; cipher: KeyCipher; now: Clock };
type Person = { id: string; name: string; email: string };

/** What the browser needs to make a passkey for a user. */
export async function beginPasskey(
  { db, now }: Deps,
  site: PasskeySite,
  user: Person,
): Promise<z.output<typeof passkeyOptions>> {
  const challenge = makePasskeyChallenge();
  const passkeys = await listPasskeys(db, user.id);
  const known = passkeys.map((each) => ({
    id: each.credential_id,
    transports: z.parse(z.array(z.string()), each.transports),
  }));
  return {
    challenge: await createChallenge(
      db,
      { purpose: 'add-passkey', userId: user.id, at: now() },
      () => challenge,
    ),
    options: creationOptionsFor(site, user, { challenge, known }),
  };
}

/** A secret for a user's authenticator app. It is sealed in the challenge until a code of it comes back. */
export async function beginTotp(
  { db, cipher, now }: Deps,
  user: Person,
): Promise<z.output<typeof totpSetup>> {
  const { secret, uri } = makeTotpSecret(user.email);
  const bound = { purpose: 'add-totp', userId: user.id, at: now() } as const;
  const challenge = await createChallenge(db, bound, (hash) =>
    cipher.encrypt(secret, hash).toString('base64'),
  );
  return { challenge, secret, uri };
}

type Given = { challenge: string; password: string; code: string };

/**
 * Checks a new password and a code of the app that goes with it. Returns what stores both, in the caller's transaction.
 * Throws the failure that names the field; the challenge can then still be answered.
 */
export async function checkNewPassword(
  { db, cipher, now }: Deps,
  user: Person,
  { challenge, password, code }: Given,
): Promise<(trx: Kysely<Tables>, at: Instant) => Promise<void>> {
  const at = now();
  const bound = { purpose: 'add-totp', userId: user.id, at } as const;
  const found = await requireChallenge(db, challenge, bound);
  const problem = await problemWithPassword(password, user);
  if (problem !== undefined) throw validationError({ password: problem });
  const secret = cipher.decrypt(Buffer.from(found.challenge, 'base64'), found.challenge_hash);
  const step = secret === undefined ? undefined : stepOfCode(code, secret, at);
  if (secret === undefined || step === undefined) {
    throw validationError({
      code: 'This code isn’t right. Enter the current one, and check that your phone’s clock is set automatically.',
    });
  }
  const hash = await hashPassword(password);
  return async (trx, storedAt) => {
    await takeChallenge(trx, challenge, { ...bound, at: storedAt });
    await replaceStoredPassword(trx, { userId: user.id, hash, at: storedAt });
    await replaceTotp(trx, cipher, { userId: user.id, secret, step, at: storedAt });
  };
}
