import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { openDatabase } from '#database/database.ts';
import type { Tables } from '#database/tables.ts';
import { makeTestDatabase, type IsolatedDatabase } from '#database/testing.ts';
import { runCommand } from '../testing-program.ts';

/** A database and a data directory for the tests of a file, on which commands run as processes of their own. */
export function setUpCommands() {
  let place: IsolatedDatabase;
  let directory: string;

  beforeAll(async () => {
    place = await makeTestDatabase({ isMigrated: true });
    directory =
      place.config.kind === 'pglite' && place.config.directory !== undefined
        ? place.config.directory
        : await mkdtemp(path.join(tmpdir(), 'wallet-console-commands-'));
  });
  afterAll(async () => {
    await place.remove();
    await rm(directory, { recursive: true, force: true });
  });

  return {
    directory: () => directory,

    /** Runs a file of the service with these arguments, and these settings beside those of the database. */
    run: async (file: string, args: readonly string[], settings: Record<string, string> = {}) =>
      await runCommand(path.join('src/service', file), args, {
        DATA_DIR: directory,
        SANDBOX: 'off',
        ...(place.config.kind === 'postgres' && { DATABASE_URL: place.config.url }),
        ...settings,
      }),

    /** Opens the database for a moment only: on PGlite a command must have it to itself. */
    onDatabase: async <T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> => {
      const database = await openDatabase(place.config);
      try {
        return await work(database.db);
      } finally {
        await database.close();
      }
    },
  };
}
