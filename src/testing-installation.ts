import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Kysely } from 'kysely';
import { permissions } from '#contract/permissions.ts';
import { type Database, type DatabaseConfig, openDatabase } from '#database/database.ts';
import { createServerDatabase } from '#database/testing-server.ts';
import type { Tables } from '#database/tables.ts';
import { insertAccount, listAccounts } from './service/keys/accounts.store.ts';
import { insertKey } from './service/keys/keys.store.ts';
import { makeDataDirectory } from './testing-data-directory.ts';

/** Where the program can be started outside the sandbox: tables without rows, as before its first start. */
export type TestingInstallation = {
  config: DatabaseConfig;
  /** The environment variables that name it. */
  settings: Record<string, string>;
  /** Opens the database for a moment only: the embedded one has one process, which must not be running. */
  onDatabase: <T>(work: (database: Database) => Promise<T>) => Promise<T>;
  /** Once its processes have ended. */
  remove: () => Promise<void>;
};

/**
 * Makes an installation for a test of the whole program to which the databases are the same: on the server of
 * TEST_DATABASE_URL, where a start takes less, and without one on the embedded database.
 */
export async function makeInstallation(): Promise<TestingInstallation> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  const place =
    serverUrl === undefined ? undefined : await createServerDatabase(serverUrl, inject('migratedOnServer'));
  const directory =
    place === undefined
      ? makeDataDirectory('migrated')
      : mkdtempSync(join(tmpdir(), 'wallet-console-installation-'));
  const config: DatabaseConfig =
    place === undefined ? { kind: 'pglite', directory } : { kind: 'postgres', url: place.url };
  return {
    config,
    settings: { DATA_DIR: directory, SANDBOX: 'off', ...(place && { DATABASE_URL: place.url }) },
    onDatabase: async (work) => {
      const database = await openDatabase(config);
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    },
    remove: async () => {
      rmSync(directory, { recursive: true, force: true });
      await place?.drop({ isForced: true });
    },
  };
}

/** Makes a key with all permissions of the only account, and the account where no start has made it yet. */
export async function insertTestKey(db: Kysely<Tables>): Promise<string> {
  const [account] = await listAccounts(db);
  const accountId = account?.accountId ?? (await insertAccount(db, 'Main account'));
  return (await insertKey(db, { accountId, name: 'Test key', permissions })).token;
}
