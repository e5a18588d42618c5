import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { Pool, type PoolConfig } from 'pg';
import { DataDirectoryError, takeDataDirectory } from './embedded/data-directory.ts';
import { startEmbeddedServer } from './embedded/embedded-server.ts';
import { startMaintenance } from './embedded/maintenance.ts';
import type { Tables } from './tables.ts';
import { valueTypes } from './value-types.ts';

/** PGlite keeps its files in `directory` (`DATA_DIR`), or in memory where there is none. */
export type DatabaseConfig =
  | { kind: 'pglite'; directory: string | undefined }
  | { kind: 'postgres'; url: string; poolSize?: number | undefined };

export type Database = {
  readonly kind: DatabaseConfig['kind'];
  readonly db: Kysely<Tables>;
  /**
   * Rejects when the database does not answer. On PGlite it says whether its thread lives and does not wait
   * for a query that runs; a server has five seconds to answer.
   */
  ping: () => Promise<void>;
  /** Waits up to ten seconds for running queries, then leaves. May be called more than once. */
  close: () => Promise<void>;
};

/** The database server cannot be used. The message is one line for the person who starts the program. */
export class DatabaseConnectionError extends Error {
  override readonly name = 'DatabaseConnectionError';
}

const PING_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 10_000;
const DEFAULT_POOL_SIZE = 10;

/** Times as text must be unambiguous whatever the server's own settings are. */
const SESSION_SETTINGS =
  "select set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO, YMD', false)";

/**
 * Opens the database; it is not migrated yet. Throws a DataDirectoryError or a DatabaseConnectionError.
 * `onError` hears of what no caller can be told: a lost idle connection, failed maintenance, and the end of
 * the embedded database (an EmbeddedServerError), after which every query fails.
 */
export async function openDatabase(
  config: DatabaseConfig,
  onError: (error: unknown) => void = () => undefined,
): Promise<Database> {
  return config.kind === 'pglite' ? await openEmbedded(config, onError) : await openServer(config, onError);
}

async function openEmbedded(
  { directory }: DatabaseConfig & { kind: 'pglite' },
  onError: (error: unknown) => void,
): Promise<Database> {
  const taken = directory === undefined ? undefined : takeDataDirectory(directory);
  const server = await startEmbeddedServer(taken?.databaseFiles, onError).catch((error: unknown) => {
    taken?.release();
    if (!taken) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new DataDirectoryError('unreadable', `The database in ${directory} does not start. ${reason}`, {
      cause: error,
    });
  });

  const pool = makePool(
    // Everything is named here, so that no PG… variable of the environment has a say.
    {
      host: 'localhost',
      port: 5432,
      user: 'postgres',
      database: 'postgres',
      password: '',
      ssl: false,
      stream: server.connect,
      // One session: whoever holds it makes the others wait their turn.
      max: 1,
      idleTimeoutMillis: 0,
    },
    onError,
  );
  const db = makeKysely(pool);
  const maintenance = startMaintenance(pool, onError);
  return {
    kind: 'pglite',
    db,
    ping: async () => server.check(),
    close: once(async () => {
      const isQuiet = await settlesWithin(CLOSE_TIMEOUT_MS, [maintenance.stop(), db.destroy()]);
      await (isQuiet ? server.close() : server.terminate());
      taken?.release();
    }),
  };
}

async function openServer(
  { url, poolSize = DEFAULT_POOL_SIZE }: DatabaseConfig & { kind: 'postgres' },
  onError: (error: unknown) => void,
): Promise<Database> {
  const pool = makePool(
    {
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      fallback_application_name: 'wallet-console',
    },
    onError,
  );
  const db = makeKysely(pool);
  const ping = async (): Promise<void> => {
    const answer = sql`select 1`.execute(db);
    if (await settlesWithin(PING_TIMEOUT_MS, [answer])) await answer;
    else throw new DatabaseConnectionError('The PostgreSQL server does not answer.');
  };
  const close = once(async () => {
    await settlesWithin(CLOSE_TIMEOUT_MS, [db.destroy()]);
  });
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    await close();
    // The driver's message names host and port or the user, never the password.
    const reason = error instanceof Error && error.message !== '' ? error.message : String(error);
    throw new DatabaseConnectionError(`The PostgreSQL server of DATABASE_URL cannot be used: ${reason}.`, {
      cause: error,
    });
  }
  return { kind: 'postgres', db, ping, close };
}

function makePool(config: PoolConfig, onError: (error: unknown) => void): Pool {
  const pool = new Pool({ ...config, types: valueTypes });
  pool.on('error', onError);
  // A connection that breaks while it is held fails its query and emits an error as well; without a
  // listener of its own that would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function makeKysely(pool: Pool): Kysely<Tables> {
  const dialect = new PostgresDialect({
    pool,
    onCreateConnection: async (connection) => {
      await connection.executeQuery(CompiledQuery.raw(SESSION_SETTINGS));
    },
  });
  return new Kysely<Tables>({ dialect });
}

async function settlesWithin(timeoutMs: number, promises: Promise<unknown>[]): Promise<boolean> {
  const { promise: timeout, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, timeoutMs, false);
  const isSettled = await Promise.race([Promise.allSettled(promises).then(() => true), timeout]);
  clearTimeout(timer);
  return isSettled;
}

function once(action: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= action());
}
