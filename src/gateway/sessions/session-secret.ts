import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** The minimum length in characters. Secrets that we generate have 64. */
const minimumSecretLength = 32;

/** The secret isn't available. The message is one line for the person who starts the program. */
export class SessionSecretError extends Error {
  override readonly name = 'SessionSecretError';
}

/**
 * The secret that API keys are encrypted with: the configured one, else the one kept in `session-secret` of the
 * data directory, made at the first start. With another secret every session simply ends. Processes that
 * share a database must share the secret.
 */
export function loadSessionSecret(configured: string | undefined, dataDirectory: string): string {
  if (configured !== undefined) {
    if (configured.length >= minimumSecretLength) return configured;
    throw new SessionSecretError(`SESSION_SECRET must have at least ${minimumSecretLength} characters.`);
  }
  const path = join(dataDirectory, 'session-secret');
  try {
    return readSecret(path) ?? makeSecret(dataDirectory, path);
  } catch (error) {
    if (error instanceof SessionSecretError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new SessionSecretError(`The session secret can’t be stored in ${path}: ${reason}`, {
      cause: error,
    });
  }
}

function readSecret(path: string): string | undefined {
  let secret;
  try {
    secret = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  if (secret.length < minimumSecretLength) {
    throw new SessionSecretError(
      `${path} is damaged. Delete it and start again. Everyone must sign in again.`,
    );
  }
  // A copy or a restored backup may have opened it to others.
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  return secret;
}

function makeSecret(dataDirectory: string, path: string): string {
  mkdirSync(dataDirectory, { recursive: true });
  const unfinished = `${path}.${process.pid}.unfinished`;
  writeFileSync(unfinished, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
  try {
    // Whole or not at all, and never over the one that another process made in the meantime.
    linkSync(unfinished, path);
  } catch (error) {
    const isMade = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    // Some file systems have no links; there the last one to write wins.
    if (!isMade) renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
  const secret = readSecret(path);
  if (secret === undefined) throw new SessionSecretError(`${path} vanished while it was made.`);
  return secret;
}
