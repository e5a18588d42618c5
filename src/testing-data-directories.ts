import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { provideDirectories, provideOnServer } from '#database/testing-migrated.ts';
import { addressOf, createKey, startProgram } from './testing-program.ts';

/**
 * What a prepared data directory holds: tables without rows, what a first start outside the sandbox makes and an API key with
 * all permissions, or a small sandbox.
 */
export type PreparedData = 'migrated' | 'keyed' | 'sandbox';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with the library's.
  interface ProvidedContext {
    dataDirectories: Record<PreparedData, string>;
    /** The API key in the data directory `keyed`. */
    preparedKey: string;
  }
}

/**
 * Makes the data directories that tests of the whole program copy: the program takes 6 s for its first start on
 * the embedded database, and 1.5 s for one on a copy.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-console-prepared-'));
  const { migrated } = await provideDirectories(project);
  const directories = { migrated, keyed: path.join(folder, 'keyed'), sandbox: path.join(folder, 'sandbox') };
  const serverUrl = process.env['TEST_DATABASE_URL'];
  if (serverUrl !== undefined) await provideOnServer(project, serverUrl);
  for (const copy of [directories.keyed, directories.sandbox]) {
    await cp(migrated, copy, { recursive: true });
  }
  const preparingKey = createKey({ DATA_DIR: directories.keyed, SANDBOX: 'off' });
  const program = startProgram({ DATA_DIR: directories.sandbox });
  await addressOf(program);
  program.child.kill('SIGTERM');
  await program.ended;
  project.provide('dataDirectories', directories);
  project.provide('preparedKey', await preparingKey);
  return async () => await rm(folder, { recursive: true, force: true });
}
