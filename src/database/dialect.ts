import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  Kysely,
  PostgresAdapter,
  type PostgresDialectConfig,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
  type TableMetadata,
  type TransactionSettings,
} from 'kysely';
import type { FairQueue } from '#domain/fair-queue.ts';
import { RememberedReads, setRememberedReads } from './read-unless-changed.ts';
import { repeatConflicts } from './repeat-conflicts.ts';
import { currentAccount, noteChange } from './request-scope.ts';
import type { Tables } from './tables.ts';
import { asTemporaryFailure } from './temporary-failures.ts';

/**
 * Both databases' query builder. Accounts get connections in turn, transactions have the isolation that we say, single
 * statements are repeated as transactions are, and errors say whether they pass by themselves. `isExclusive`: nobody
 * else can change anything.
 */
export function createKysely(
  config: PostgresDialectConfig,
  queue: FairQueue,
  { isExclusive = false } = {},
): Kysely<Tables> {
  const reads = isExclusive ? new RememberedReads() : undefined;
  const driver = new FairDriver(config, queue, reads);
  const dialect: Dialect = {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new NameIntrospector(db),
  };
  const plain = new Kysely<Tables>({ dialect }).getExecutor();
  const executor = new RepeatingExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), {
    provideConnection: async (consumer, options) => await plain.provideConnection(consumer, options),
  });
  const db = new Kysely<Tables>({ config: { dialect }, dialect, driver, executor });
  if (reads !== undefined) setRememberedReads(db, reads);
  return db;
}

/**
 * Lists tables without their columns. Only the migrator asks, several times for each migration, whether its own tables
 * exist, and would spend half of its time on the columns of all others.
 */
class NameIntrospector extends PostgresIntrospector {
  readonly #db: Kysely<unknown>;

  constructor(db: Kysely<unknown>) {
    super(db);
    this.#db = db;
  }

  override async getTables({ withInternalKyselyTables = false } = {}): Promise<TableMetadata[]> {
    const { rows } = await sql<{ name: string; schema: string }>`
      select tablename as name, schemaname as schema from pg_tables
      where schemaname !~ '^pg_' and schemaname <> 'information_schema'
        and (${withInternalKyselyTables} or tablename not in ('kysely_migration', 'kysely_migration_lock'))
      order by schemaname, tablename`.execute(this.#db);
    return rows.map(({ name, schema }) => ({ name, schema, isView: false, isForeign: false, columns: [] }));
  }
}

/** Repeats single statements. Those of a transaction have an executor of their own and are repeated with it. */
class RepeatingExecutor extends DefaultQueryExecutor {
  override async executeQuery<R>(...args: Parameters<DefaultQueryExecutor['executeQuery']>) {
    return await repeatConflicts(async () => await super.executeQuery<R>(...args));
  }
}

type OpenTransaction = { hasWritten: boolean; isCommitting: boolean };

class FairDriver extends PostgresDriver {
  readonly #queue: FairQueue;
  readonly #reads: RememberedReads | undefined;
  readonly #guarded = new WeakSet<DatabaseConnection>();
  readonly #leave = new WeakMap<DatabaseConnection, () => void>();
  readonly #transactions = new WeakMap<DatabaseConnection, OpenTransaction>();

  constructor(config: PostgresDialectConfig, queue: FairQueue, reads: RememberedReads | undefined) {
    super(config);
    this.#queue = queue;
    this.#reads = reads;
  }

  override async acquireConnection(
    ...args: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const leave = await this.#queue.enter(currentAccount());
    try {
      const connection = await super.acquireConnection(...args);
      this.#leave.set(connection, leave);
      this.#guard(connection);
      return connection;
    } catch (error) {
      leave();
      throw asTemporaryFailure(error, false) ?? error;
    }
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const leave = this.#leave.get(connection);
    this.#transactions.delete(connection);
    try {
      await super.releaseConnection(connection as Parameters<PostgresDriver['releaseConnection']>[0]);
    } finally {
      leave?.();
    }
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const { isolationLevel = 'read committed' } = settings;
    await super.beginTransaction(connection, { ...settings, isolationLevel });
    this.#transactions.set(connection, { hasWritten: false, isCommitting: false });
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const transaction = this.#transactions.get(connection);
    if (transaction !== undefined) transaction.isCommitting = true;
    const hasWritten = transaction?.hasWritten === true;
    await super.commitTransaction(connection).finally(() => {
      if (hasWritten) this.#reads?.forget();
    });
    if (hasWritten) noteChange();
    this.#transactions.delete(connection);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A failed rollback must not hide why: the connection is discarded, and the server rolls back by itself.
    await super
      .rollbackTransaction(connection as Parameters<PostgresDriver['rollbackTransaction']>[0])
      .catch(() => undefined);
    this.#transactions.delete(connection);
  }

  #guard(connection: DatabaseConnection): void {
    if (this.#guarded.has(connection)) return;
    this.#guarded.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async <R>(query: CompiledQuery) =>
      await this.#run(connection, query, async () => await execute<R>(query));
  }

  async #run<R>(
    connection: DatabaseConnection,
    query: CompiledQuery,
    run: () => Promise<QueryResult<R>>,
  ): Promise<QueryResult<R>> {
    const transaction = this.#transactions.get(connection);
    const isWriting = !isReading(query.sql);
    try {
      const result = await run();
      if (isWriting && transaction === undefined) {
        noteChange();
        if (!hasChangedNothing(result)) this.#reads?.forget();
      }
      if (isWriting && transaction !== undefined) transaction.hasWritten = true;
      return result;
    } catch (error) {
      const isLossUnknown =
        transaction === undefined ? isWriting : transaction.isCommitting && transaction.hasWritten;
      throw asTemporaryFailure(error, isLossUnknown) ?? error;
    }
  }
}

/** Known of a statement that writes, unless it returns what a part of it has written. */
function hasChangedNothing({ numAffectedRows }: QueryResult<unknown>): boolean {
  return numAffectedRows === 0n;
}

/** Stores nothing by itself; what begins with `with` may. A comment may come first. */
const readingOnly =
  /^(?:\s|\/\*[^*]*\*\/)*(?:(with)|select|begin|start transaction|commit|rollback|savepoint|set)\b/i;
const writing = /\b(?:insert|update|delete|merge)\b/i;

function isReading(text: string): boolean {
  const match = readingOnly.exec(text);
  return match !== null && (match[1] === undefined || !writing.test(text.slice(match[0].length)));
}
