import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { type DatabaseConfig, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { createServerDatabase } from './testing-server.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with the library's.
  interface ProvidedContext {
    /** Data directories of PGlite: one without tables, and one with tables and without rows. */
    templateDirectories?: { empty: string; migrated: string };
    /** A database with tables and without rows on the server of TEST_DATABASE_URL, if there is one. */
    migratedOnServer?: string;
  }
}

/** What tests on PGlite copy. A copy takes 0.3 s, migrating 2.5 s. */
export async function provideDirectories({ vitest }: TestProject) {
  return await provideOnce(vitest, 'templateDirectories', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'wallet-console-templates-'));
    vitest.onClose(async () => await rm(folder, { recursive: true, force: true }));
    const directories = { empty: path.join(folder, 'empty'), migrated: path.join(folder, 'migrated') };
    await (await openDatabase({ kind: 'pglite', directory: directories.empty })).close();
    await cp(directories.empty, directories.migrated, { recursive: true });
    await migrateOnce({ kind: 'pglite', directory: directories.migrated });
    return directories;
  });
}

/** The name of the database that tests on the server copy. */
export async function provideOnServer({ vitest }: TestProject, serverUrl: string): Promise<string> {
  return await provideOnce(vitest, 'migratedOnServer', async () => {
    const { name, url, drop } = await createServerDatabase(serverUrl);
    vitest.onClose(drop);
    await migrateOnce({ kind: 'postgres', url });
    return name;
  });
}

/** Makes what several projects need for the first of them, and provides it to all. */
async function provideOnce<Key extends keyof ProvidedContext>(
  vitest: TestProject['vitest'],
  key: Key,
  make: () => Promise<NonNullable<ProvidedContext[Key]>>,
): Promise<NonNullable<ProvidedContext[Key]>> {
  const provided = vitest.getProvidedContext()[key];
  if (provided !== undefined && provided !== null) return provided;
  const made = await make();
  vitest.provide(key, made);
  return made;
}

/** Makes the tables of an empty database, which it leaves closed. */
export async function migrateOnce(config: DatabaseConfig): Promise<void> {
  const { db, close } = await openDatabase(config);
  await migrate(db);
  await close();
}
