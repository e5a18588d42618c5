import { DatabaseConnectionError } from '#database/database.ts';
import { DataDirectoryError } from '#database/embedded/data-directory.ts';
import { DatabaseVersionError } from '#database/migration-history.ts';
import { ConfigError } from './config.ts';
import { SessionSecretError } from './gateway/sessions/session-secret.ts';
import { RecoveryPhraseError } from './service/addresses/recovery-phrase-file.ts';

/** The settings that say where something listens. */
export type ListenSettings = { host: string; port: string };

/** Explains why an app can't listen, and names the settings to change. */
class ListenError extends Error {
  override name = 'ListenError';
}

const expected = [
  ConfigError,
  DataDirectoryError,
  DatabaseConnectionError,
  DatabaseVersionError,
  ListenError,
  RecoveryPhraseError,
  SessionSecretError,
];

/**
 * What to tell the person who starts a program when it cannot start: one line where the cause is theirs to fix, the
 * whole error where it is a fault of ours.
 */
export function asStartError(error: unknown): string {
  if (expected.some((kind) => error instanceof kind)) return (error as Error).message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Gives a ListenError where the user can fix what keeps an app from listening; else the error itself. */
export function asListenError(error: unknown, settings: ListenSettings): unknown {
  const message = messageOf(error, settings);
  return message === undefined ? error : new ListenError(message, { cause: error });
}

function messageOf(error: unknown, { host, port }: ListenSettings): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  const place = 'port' in error ? `Port ${String(error.port)}` : 'The port';
  const address = 'address' in error ? String(error.address) : 'this machine';
  switch (error.code) {
    case 'EADDRINUSE':
      return `${place} on ${address} is in use. Stop what uses it, or set ${port} to another.`;
    case 'EACCES':
      return `${place} on ${address} needs rights that this user does not have. Set ${port} to one above 1023.`;
    case 'EADDRNOTAVAIL':
      return `This machine doesn’t have the address ${address}. Set ${host} to one that it has.`;
    case 'ENOTFOUND':
      return `${host} isn’t an address of this machine. Set it to one that is, such as 127.0.0.1.`;
    default:
      return undefined;
  }
}
