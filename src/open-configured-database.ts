import { type Database, openDatabase } from '#database/database.ts';
import { migrate } from '#database/migrate.ts';
import type { Config } from './config.ts';

/** Opens the configured database and migrates it to this version of the program. */
export async function openConfiguredDatabase(
  config: Config,
  onError?: (error: unknown) => void,
): Promise<Database> {
  const database = await openDatabase(
    config.DATABASE_URL === undefined
      ? { kind: 'pglite', directory: config.DATA_DIR }
      : { kind: 'postgres', url: config.DATABASE_URL, poolSize: config.DATABASE_POOL_SIZE },
    onError,
  );
  try {
    await migrate(database.jobs);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
