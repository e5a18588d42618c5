import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The major version of the PostgreSQL inside PGlite: it opens only files of its own. */
export const EMBEDDED_POSTGRES_MAJOR = '18';

/** The data directory cannot be used. The message is one line for the person who starts the program. */
export class DataDirectoryError extends Error {
  override readonly name = 'DataDirectoryError';
  readonly reason: 'in-use' | 'not-a-directory' | 'not-accessible' | 'other-version' | 'unreadable';

  constructor(reason: DataDirectoryError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export type DataDirectory = {
  /** Where the embedded database keeps its files. */
  databaseFiles: string;
  release: () => void;
};

/**
 * Takes the data directory for this process, making it if there is none. Throws a DataDirectoryError.
 *
 * PGlite takes no lock, and two processes on the same files destroy each other's rows silently. The lock here is
 * SQLite's on an empty file: the kernel holds it and drops it with the process, so that one that was killed leaves
 * nothing to clean up.
 */
export function takeDataDirectory(directory: string): DataDirectory {
  const root = path.resolve(directory);
  makeDirectory(root);
  const folder = path.join(root, 'database');
  makeDirectory(folder);
  // The process id has a file of its own: opening and closing the lock file itself in this process would drop the lock
  // (POSIX).
  const pidFile = path.join(folder, 'pid');
  const lock = takeLock(root, path.join(folder, 'lock'), pidFile);
  try {
    writeFileSync(pidFile, `${process.pid}\n`);
    const databaseFiles = path.join(folder, 'postgres');
    checkVersion(root, databaseFiles);
    return {
      databaseFiles,
      release: () => {
        rmSync(pidFile, { force: true });
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Whether an earlier start made a database there. Creates nothing. */
export function hasDatabase(directory: string): boolean {
  return existsSync(path.join(directory, 'database', 'postgres'));
}

function makeDirectory(directory: string): void {
  try {
    makePath(directory);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (['EEXIST', 'ENOTDIR'].includes(errorCode(error))) {
      const message = `${directory} is not a directory. Set DATA_DIR to another directory.`;
      throw new DataDirectoryError('not-a-directory', message, { cause: error });
    }
    throw notAccessible(directory, error);
  }
}

/** Not the recursive mode of `mkdir`, which retries forever if nothing can be created, as in /proc. */
function makePath(directory: string): void {
  if (existsSync(directory) && statSync(directory).isDirectory()) return;
  if (!existsSync(path.dirname(directory))) makePath(path.dirname(directory));
  try {
    // For the owner alone: the files hold what the database holds.
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    // Another process may have been quicker.
    if (!existsSync(directory) || !statSync(directory).isDirectory()) throw error;
  }
}

function takeLock(root: string, lockFile: string, pidFile: string): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(lockFile, { timeout: 0 });
    lock.exec('pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive');
    return lock;
  } catch (error) {
    lock?.close();
    if (isBusy(error)) {
      const message = `The data directory ${root} is in use by ${holder(pidFile)}. Stop it first, or set DATA_DIR to another directory.`;
      throw new DataDirectoryError('in-use', message, { cause: error });
    }
    throw notAccessible(root, error);
  }
}

function notAccessible(directory: string, cause: unknown): DataDirectoryError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `The data directory ${directory} cannot be read and written (${reason}). Correct its permissions, or set DATA_DIR to another directory.`;
  return new DataDirectoryError('not-accessible', message, { cause });
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function holder(pidFile: string): string {
  try {
    const pid = readFileSync(pidFile, 'utf8').trim();
    // The holder takes the lock before it writes its id: for a moment there is none.
    return pid === '' ? 'another process' : `process ${pid}`;
  } catch {
    return 'another process';
  }
}

function checkVersion(root: string, databaseFiles: string): void {
  if (!existsSync(databaseFiles)) return;
  let version: string;
  try {
    version = readFileSync(path.join(databaseFiles, 'PG_VERSION'), 'utf8').trim();
  } catch (error) {
    const message = `The data directory ${root} holds no database that can be read (${errorCode(error)}). Restore it from a copy, or set DATA_DIR to another directory.`;
    throw new DataDirectoryError('unreadable', message, { cause: error });
  }
  if (version !== EMBEDDED_POSTGRES_MAJOR) {
    const message = `The data directory ${root} was made by another version of the embedded database (${version}, this one is ${EMBEDDED_POSTGRES_MAJOR}). Start the version of the program that made it, or set DATA_DIR to another directory.`;
    throw new DataDirectoryError('other-version', message);
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
