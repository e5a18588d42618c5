import { createHash, randomBytes } from 'node:crypto';

/** Makes a text that nobody can guess: 256 random bits, as 43 characters that a URL and a cookie can hold. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of such a text. It can't be guessed, so a plain SHA-256 can't be turned back, and stolen rows open nothing. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

const ID_DIGITS = 12;

/** The start of a token's hash: enough to tell sessions or devices apart, in the activity log as well, and opens nothing. */
export function shortIdOf(tokenHash: string): string {
  return tokenHash.slice(0, ID_DIGITS);
}
