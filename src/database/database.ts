import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { Pool, type PoolConfig } from 'pg';
import { DataDirectoryError, takeDataDirectory } from './embedded/data-directory.ts';
import { EmbeddedServerError, startEmbeddedServer } from './embedded/embedded-server.ts';
import { startMaintenance } from './embedded/maintenance.ts';
import type { Tables } from './tables.ts';
import { valueTypes } from './value-types.ts';

/** PGlite keeps its files in `directory` (`DATA_DIR`), or in memory if there is none. */
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
  /** Waits for queries that run or wait, up to ten seconds, then leaves. May be called more than once. */
  close: (timeoutMs?: number) => Promise<void>;
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
 * Opens the database; it is not migrated yet. Throws a DataDirectoryError or a DatabaseConnectionError. `onError`
 * receives what no caller can: a lost idle connection, failed maintenance, and the end of the embedded database (an
 * EmbeddedServerError), after which every query fails.
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
  const claim = directory === undefined ? undefined : takeDataDirectory(directory);
  const server = await startEmbeddedServer(claim?.databaseFiles, onError).catch((error: unknown) => {
    claim?.release();
    if (!claim) throw error;
    const reason = error instanceof EmbeddedServerError ? error.reason : String(error);
    throw new DataDirectoryError('unreadable', `The database in ${directory} does not start: ${reason}`, {
      cause: error,
    });
  });

  const pool = makePool(
    // Everything is set explicitly here, so that no PG… variable of the environment has an effect.
    {
      host: 'localhost',
      port: 5432,
      user: 'postgres',
      database: 'postgres',
      password: '',
      ssl: false,
      stream: server.connect,
      // There is one session, and the others wait until it is released.
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
    close: once(async (timeoutMs) => {
      maintenance.stop();
      await ((await drain(pool, timeoutMs)) ? server.close() : server.terminate());
      await pool.end();
      claim?.release();
    }),
  };
}

async function openServer(
  { url, poolSize = DEFAULT_POOL_SIZE }: DatabaseConfig & { kind: 'postgres' },
  onError: (error: unknown) => void,
): Promise<Database> {
  // `pg` would take any other text for the name of a host.
  if (!/^postgres(?:ql)?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new DatabaseConnectionError(
      'DATABASE_URL is not an address of the form postgres://user:password@host/database.',
    );
  }
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
    const timer = new AbortController();
    const silence = sleep(PING_TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
      throw new DatabaseConnectionError('The PostgreSQL server does not answer.');
    });
    try {
      await Promise.race([sql`select 1`.execute(db), silence]);
    } finally {
      silence.catch(() => undefined);
      timer.abort();
    }
  };
  const close = once(async (timeoutMs) => {
    const isDrained = await drain(pool, timeoutMs);
    const ending = pool.end();
    // It resolves when the last connection is returned, and an endless query never returns it.
    if (isDrained) await ending;
  });
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    await close(0);
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

/**
 * Waits until no connection of the pool is used or waited for: `end` alone leaves waiting callers without an answer.
 * False if that took too long.
 */
async function drain(pool: Pool, timeoutMs: number): Promise<boolean> {
  const latest = performance.now() + timeoutMs;
  // What was asked for just now has not reached the pool yet.
  await sleep(1);
  while (pool.waitingCount > 0 || pool.idleCount < pool.totalCount) {
    if (performance.now() > latest) return false;
    await sleep(10);
  }
  return true;
}

function once(action: (timeoutMs: number) => Promise<void>): Database['close'] {
  let done: Promise<void> | undefined;
  return (timeoutMs = CLOSE_TIMEOUT_MS) => (done ??= action(timeoutMs));
}
