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

const fileName = 'session-secret';
const previousFileName = 'session-secret.previous';

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
  if (configured !== undefined) return requireLength(configured, 'SESSION_SECRET');
  const path = join(dataDirectory, fileName);
  return orExplain(path, () => readSecret(path) ?? makeSecret(dataDirectory, path));
}

/**
 * The secret that the current one replaces: the configured one, else the one in `session-secret.previous` of the data
 * directory. Undefined if none is being replaced.
 */
export function loadPreviousSecret(
  configured: string | undefined,
  dataDirectory: string,
): string | undefined {
  if (configured !== undefined) return requireLength(configured, 'SESSION_SECRET_PREVIOUS');
  const path = join(dataDirectory, previousFileName);
  return orExplain(path, () => readSecret(path));
}

/** Removes the file of the previous secret: nothing is encrypted with it any more. */
export function forgetPreviousSecret(dataDirectory: string): void {
  rmSync(join(dataDirectory, previousFileName), { force: true });
}

function requireLength(secret: string, setting: string): string {
  if (secret.length >= minimumSecretLength) return secret;
  throw new SessionSecretError(`${setting} must have at least ${minimumSecretLength} characters.`);
}

/** Throws what goes wrong as one line that names the file. */
function orExplain<T>(path: string, load: () => T): T {
  try {
    return load();
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
