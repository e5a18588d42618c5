import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { SHORTEST_PASSWORD } from '#contract/gateway/credentials.ts';

/** What OWASP's Password Storage Cheat Sheet asks for at least, in KiB. The library's algorithm is Argon2id. */
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password with Argon2id, in PHC's format. */
export async function hashPassword(password: string): Promise<string> {
  return await hash(normalize(password), costs);
}

let ofNobody: Promise<string> | undefined;

/** Whether it is the password. Without a hash it never is, which takes just as long to find out. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  ofNobody ??= hashPassword(randomBytes(32).toString('base64url'));
  const compared = stored ?? (await ofNobody);
  const isSame = await verify(compared, normalize(password));
  return isSame && stored !== undefined;
}

/** Why a new password isn't accepted; undefined for one that is. */
export async function problemWithPassword(
  password: string,
  { name, email }: { name: string; email: string },
): Promise<string | undefined> {
  const given = normalize(password).toLowerCase();
  const ownWords = [email, email.split('@', 1)[0] ?? '', name, name.replaceAll(/\s/g, '')]
    .map((word) => normalize(word).toLowerCase())
    .filter((word) => word.length >= SHORTEST_OWN_WORD);
  if (ownWords.some((word) => given.includes(word))) {
    return 'Don’t use your name or email address in your password.';
  }
  leaked ??= loadLeaked();
  if ((await leaked).has(given)) return 'This password is known from data leaks. Choose another one.';
  return undefined;
}

/** Shorter ones are in too many other words. */
const SHORTEST_OWN_WORD = 4;

let leaked: Promise<ReadonlySet<string>> | undefined;

async function loadLeaked(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const long = dictionary['passwords-common'].filter((each) => each.length >= SHORTEST_PASSWORD);
  return new Set(long.map((each) => each.toLowerCase()));
}

/** Keyboards write the same character differently. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}
