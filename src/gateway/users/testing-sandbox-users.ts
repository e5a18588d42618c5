import type { Kysely } from 'kysely';
import { signInAsSandboxUser } from '#contract/gateway/sign-in.ts';
import type { Tables } from '#database/tables.ts';
import { now } from '#domain/clock.ts';
import { createKeyCipher } from '../sessions/key-cipher.ts';
import { secret } from '../testing/gateway-harness.ts';
import { type Answer, fromOwnPage, send } from '../testing/http-client.ts';
import { seedSandboxUsers } from './sandbox-users.store.ts';

/** Adds the sandbox's users to an account of the tiny service, as a start does. */
export async function seedTestSandboxUsers(
  db: Kysely<Tables>,
  apiKey = 'good',
  accountId = `account of ${apiKey}`,
): Promise<void> {
  const cipher = createKeyCipher(secret, 'embedded');
  await seedSandboxUsers(db, cipher, { accountId, apiKey, keyName: `key ${apiKey}`, at: now() });
}

/** What the button of a user sends. */
export async function signInAs(
  { address }: { address: string },
  id: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { method, path } = signInAsSandboxUser;
  return await send(address, path, { method, headers: { ...fromOwnPage, ...headers }, body: { id } });
}
