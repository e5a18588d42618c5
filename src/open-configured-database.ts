import { type Database, openDatabase } from '#database/database.ts';
import { hasDatabase } from '#database/embedded/data-directory.ts';
import { migrate } from '#database/migrate.ts';
import { listApplied } from '#database/migration-history.ts';
import { type Config, ConfigError } from './config.ts';

type Options = {
  /** Throws a ConfigError instead of creating a database. */
  mustExist?: boolean;
  onError?: (error: unknown) => void;
};

/** Opens the configured database, which a first start creates, and migrates it to this version of the program. */
export async function openConfiguredDatabase(
  config: Config,
  { mustExist = false, onError }: Options = {},
): Promise<Database> {
  const { DATABASE_URL: url, DATA_DIR: directory, DATABASE_POOL_SIZE: poolSize } = config;
  // Before it is opened, which creates an embedded one.
  if (mustExist && url === undefined && !hasDatabase(directory)) throw noInstallation(config);
  const database = await openDatabase(
    url === undefined ? { kind: 'pglite', directory } : { kind: 'postgres', url, poolSize },
    onError,
  );
  try {
    if (mustExist && (await listApplied(database.jobs)).length === 0) throw noInstallation(config);
    await migrate(database.jobs);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function noInstallation({ DATABASE_URL: url, DATA_DIR: directory }: Config): ConfigError {
  const [place, what] =
    url === undefined
      ? [directory, 'DATA_DIR to its folder, or DATABASE_URL to its database']
      : ['the database of DATABASE_URL', 'DATABASE_URL to its database'];
  return new ConfigError(
    `No installation in ${place}. Set ${what}, as for the server. To create one, start the server.`,
  );
}
