import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Pool, type PoolConfig } from 'pg';
import { createKysely } from './dialect.ts';
import { DataDirectoryError, takeDataDirectory } from './embedded/data-directory.ts';
import { EmbeddedServerError, startEmbeddedServer } from './embedded/embedded-server.ts';
import { startMaintenance } from './embedded/maintenance.ts';
import { FairQueue } from '#domain/fair-queue.ts';
import { makePreparingClient } from './preparing-client.ts';
import type { Tables } from './tables.ts';
import { valueTypes } from './value-types.ts';

/** PGlite keeps its files in `directory` (`DATA_DIR`), or in memory if there is none. */
export type DatabaseConfig =
  | { kind: 'pglite'; directory: string | undefined }
  | { kind: 'postgres'; url: string; poolSize?: number | undefined };

export type Database = {
  readonly kind: DatabaseConfig['kind'];
  /** For requests. */
  readonly db: Kysely<Tables>;
  /** For sessions, which every request of a browser needs first. On PGlite the same as `db`, as are jobs. */
  readonly sessions: Kysely<Tables>;
  /** For background work, commands and migrations, whose statements may take long. */
  readonly jobs: Kysely<Tables>;
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
/** Long enough for what PGlite does one after the other. */
const EMBEDDED_WAIT_MS = 30_000;

type PoolLimits = {
  size: number;
  /** How long to wait for a connection. */
  waitMs: number;
  /** How long a statement waits for a lock, and then gives its connection to others before it tries again. */
  lockMs: number;
  statementMs: number;
  /** How long a transaction may wait for its next statement: its process may be frozen. */
  idleMs: number;
};

/** Requests have the rest: DATABASE_POOL_SIZE. */
const serverPools = {
  requests: { waitMs: 5_000, lockMs: 250, statementMs: 30_000, idleMs: 15_000 },
  sessions: { size: 3, waitMs: 5_000, lockMs: 250, statementMs: 5_000, idleMs: 5_000 },
  jobs: { size: 5, waitMs: 30_000, lockMs: 5_000, statementMs: 600_000, idleMs: 300_000 },
} as const;

/** Times as text must be unambiguous, and statements end in time and see what we expect, whatever the server's settings. */
function sessionSettings(limits: Pick<PoolLimits, 'lockMs' | 'statementMs' | 'idleMs'> | undefined): string {
  const settings = {
    TimeZone: 'UTC',
    DateStyle: 'ISO, YMD',
    default_transaction_isolation: 'read committed',
    // Compiling our longest statements, such as statements of a year, takes ten times as long as running them.
    jit: 'off',
    // PGlite can't interrupt a statement, and its one session waits for no lock.
    ...(limits && {
      lock_timeout: limits.lockMs,
      statement_timeout: limits.statementMs,
      idle_in_transaction_session_timeout: limits.idleMs,
    }),
  };
  const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  // Compiling a statement takes PostgreSQL longer than it saves, up to a second. Not every compatible server knows it.
  const noCompiling = `(select set_config('jit', 'off', false) from pg_settings where name = 'jit')`;
  return `select ${[...calls, noCompiling].join(', ')}`;
}

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
    sessionSettings(undefined),
    onError,
  );
  // The second one waits in the pool, where maintenance sees it and makes way.
  const queue = new FairQueue({ capacity: 2, perKey: 2, waitMs: EMBEDDED_WAIT_MS });
  const db = createKysely({ pool }, queue, { isExclusive: true });
  const maintenance = startMaintenance(pool, onError);
  return {
    kind: 'pglite',
    db,
    sessions: db,
    jobs: db,
    ping: async () => server.check(),
    close: once(async (timeoutMs) => {
      maintenance.stop();
      await ((await drain([{ pool, queue }], timeoutMs)) ? server.close() : server.terminate());
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
  const open = (limits: PoolLimits): ServerPool => {
    const pool = makePool(
      {
        connectionString: url,
        max: limits.size,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        keepAlive: true,
        fallback_application_name: 'wallet-console',
      },
      sessionSettings(limits),
      onError,
    );
    const queue = new FairQueue({
      capacity: limits.size,
      perKey: limits.size - Math.floor(limits.size / 4),
      waitMs: limits.waitMs,
    });
    return { pool, queue, db: createKysely({ pool }, queue) };
  };
  const requests = open({ ...serverPools.requests, size: poolSize });
  const sessions = open(serverPools.sessions);
  const jobs = open(serverPools.jobs);
  const pools = [requests, sessions, jobs];
  const ping = async (): Promise<void> => {
    const timer = new AbortController();
    const silence = sleep(PING_TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
      throw new DatabaseConnectionError('The PostgreSQL server does not answer.');
    });
    try {
      await Promise.race([sql`select 1`.execute(sessions.db), silence]);
    } finally {
      silence.catch(() => undefined);
      timer.abort();
    }
  };
  const close = once(async (timeoutMs) => {
    const isDrained = await drain(pools, timeoutMs);
    const ending = Promise.all(pools.map(async ({ pool }) => await pool.end()));
    // It resolves when the last connection is returned, and an endless query never returns it.
    if (isDrained) await ending;
  });
  try {
    await sql`select 1`.execute(requests.db);
  } catch (error) {
    await close(0);
    // The driver's message names host and port or the user, never the password.
    const reason = error instanceof Error && error.message !== '' ? error.message : String(error);
    throw new DatabaseConnectionError(`The PostgreSQL server of DATABASE_URL cannot be used: ${reason}.`, {
      cause: error,
    });
  }
  return { kind: 'postgres', db: requests.db, sessions: sessions.db, jobs: jobs.db, ping, close };
}

type ServerPool = { pool: Pool; queue: FairQueue; db: Kysely<Tables> };

function makePool(config: PoolConfig, settings: string, onError: (error: unknown) => void): Pool {
  const pool = new Pool({
    ...config,
    types: valueTypes,
    Client: makePreparingClient(),
    // A connection that fails here is closed and never handed out.
    onConnect: async (client) => await client.query(settings),
  });
  pool.on('error', onError);
  // A connection that breaks while it is held fails its query and emits an error as well; without a
  // listener of its own that would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Waits until no connection of the pools is used or waited for: `end` alone leaves waiting callers without an answer.
 * False if that took too long.
 */
async function drain(pools: readonly Omit<ServerPool, 'db'>[], timeoutMs: number): Promise<boolean> {
  const latest = performance.now() + timeoutMs;
  const isBusy = ({ pool, queue }: Omit<ServerPool, 'db'>): boolean =>
    queue.waitingCount > 0 || pool.waitingCount > 0 || pool.idleCount < pool.totalCount;
  // What was asked for just now has not reached the pool yet.
  await sleep(1);
  while (pools.some(isBusy)) {
    if (performance.now() > latest) return false;
    await sleep(10);
  }
  return true;
}

function once(action: (timeoutMs: number) => Promise<void>): Database['close'] {
  let done: Promise<void> | undefined;
  return (timeoutMs = CLOSE_TIMEOUT_MS) => (done ??= action(timeoutMs));
}
