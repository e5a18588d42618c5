import type { Database } from '#database/database.ts';
import { DataDirectoryError } from '#database/embedded/data-directory.ts';
import { CommandError } from './command-line.ts';
import { type Config, ConfigError, parseConfig } from './config.ts';
import { openConfiguredDatabase } from './open-configured-database.ts';
import { asStartError } from './start-error.ts';

type Options = {
  /** Whether it also works with a remote provider. */
  worksForRemote?: boolean;
};

/**
 * Does a command's work on the database that the settings name, and creates none. Throws a CommandError where the caller can
 * help.
 */
export async function onDatabase(
  work: (database: Database, config: Config) => Promise<void>,
  options: Options = {},
): Promise<void> {
  try {
    const config = parseConfig(process.env);
    const database = await openFor(config, options);
    try {
      await work({ ...database, db: database.jobs }, config);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(asStartError(error), { cause: error });
  }
}

async function openFor(config: Config, { worksForRemote = false }: Options): Promise<Database> {
  if (config.mode === 'remote' && !worksForRemote) {
    throw new ConfigError('WALLET_API_URL is set, so keys, wallets and the ledger are at the provider.');
  }
  try {
    return await openConfiguredDatabase(config, { mustExist: true });
  } catch (error) {
    if (!(error instanceof DataDirectoryError) || error.reason !== 'in-use') throw error;
    const [whoHasIt] = error.message.split(' Stop it first');
    throw new CommandError(
      `${whoHasIt} The embedded database serves one process at a time: stop the server, run this, and start it again. With a PostgreSQL server (DATABASE_URL) it can run meanwhile.`,
    );
  }
}
