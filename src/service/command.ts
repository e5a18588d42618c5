import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '#database/database.ts';
import { DataDirectoryError } from '#database/embedded/data-directory.ts';
import { type Config, ConfigError, parseConfig } from '../config.ts';
import { openConfiguredDatabase } from '../open-configured-database.ts';
import { asStartError } from '../start-error.ts';

/** The command was called in a way that it does not know, or on something that is not there. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: 1 | 2;

  /** 2: the command line is wrong; 1: it could not be done. */
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Reads a UTF-8 file that an argument names. Throws the CommandError for any other. */
export async function readTextFile(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(`${file} isn’t UTF-8 text.`);
    throw new CommandError(`${file} can’t be read: ${error instanceof Error ? error.message : 'unknown'}`);
  }
}

type Options = {
  /** Whether a data directory without a database gets one. */
  mayCreate: boolean;
  /** Whether it also works with a remote provider. */
  worksForRemote?: boolean;
};

/**
 * Runs a command on the database that the settings name, and ends the process: 0 when it was done, 1 when it could not
 * be done, 2 when it was called wrongly. `run` gives the exit code. Errors go to the error output, in one line if the
 * caller can fix them.
 */
export async function runOnDatabase(
  options: () => Options,
  run: (database: Database, config: Config) => Promise<number>,
): Promise<void> {
  try {
    // Called first: a wrong command line must not touch a database.
    const opened = options();
    const config = parseConfig(process.env);
    const database = await openFor(config, opened);
    try {
      process.exitCode = await run(database, config);
    } finally {
      await database.close();
    }
  } catch (error) {
    const isOurs = error instanceof CommandError;
    process.stderr.write(`${isOurs ? error.message : asStartError(error)}\n`);
    process.exitCode = isOurs ? error.exitCode : 1;
  }
}

async function openFor(config: Config, { mayCreate, worksForRemote = false }: Options): Promise<Database> {
  if (config.mode === 'remote' && !worksForRemote) {
    throw new ConfigError('WALLET_API_URL is set, so keys, wallets and the ledger are at the provider.');
  }
  const isEmbedded = config.DATABASE_URL === undefined;
  if (isEmbedded && !mayCreate && !existsSync(path.join(config.DATA_DIR, 'database'))) {
    throw new CommandError(`There is no database in ${config.DATA_DIR}. DATA_DIR names the directory.`);
  }
  try {
    return await openConfiguredDatabase(config);
  } catch (error) {
    if (!(error instanceof DataDirectoryError) || error.reason !== 'in-use') throw error;
    const [whoHasIt] = error.message.split(' Stop it first');
    throw new CommandError(
      `${whoHasIt} The embedded database serves one process at a time: stop the server, run this, and start it again. With a PostgreSQL server (DATABASE_URL) it can run meanwhile.`,
    );
  }
}
