import { DatabaseConnectionError } from '#database/database.ts';
import { DataDirectoryError } from '#database/embedded/data-directory.ts';
import { DatabaseVersionError } from '#database/migrate.ts';
import { ConfigError } from './config.ts';
import { SessionSecretError } from './gateway/sessions/session-secret.ts';
import { RecoveryPhraseError } from './service/addresses/recovery-phrase-file.ts';

const expected = [
  ConfigError,
  DataDirectoryError,
  DatabaseConnectionError,
  DatabaseVersionError,
  RecoveryPhraseError,
  SessionSecretError,
];

/**
 * What to tell the person who starts a program when it cannot start: one line where the cause is theirs to
 * mend, the whole error where it is a fault of ours.
 */
export function asStartError(error: unknown): string {
  if (expected.some((kind) => error instanceof kind)) return (error as Error).message;
  if (error instanceof Error && 'code' in error && 'port' in error) {
    const { code, port } = error;
    const address = 'address' in error ? String(error.address) : 'this machine';
    if (code === 'EADDRINUSE') {
      return `Port ${String(port)} on ${address} is in use. Stop what uses it, or set PORT to another.`;
    }
    if (code === 'EACCES') {
      return `Port ${String(port)} on ${address} needs rights that this user does not have. Set PORT to one above 1023.`;
    }
    if (code === 'EADDRNOTAVAIL') return `${address} is no address of this machine. Set HOST to one that is.`;
  }
  if (error instanceof Error && 'code' in error && error.code === 'ENOTFOUND') {
    return 'HOST names no address of this machine. Set it to one that is, such as 127.0.0.1.';
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
