import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

/**
 * Makes a data directory without tables and a migrated one, once for all test files on PGlite: a copy opens
 * in 0.3 s, a new one takes 2.5 s to make.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-console-templates-'));
  const templates = { empty: path.join(folder, 'empty'), migrated: path.join(folder, 'migrated') };
  await (await openDatabase({ kind: 'pglite', directory: templates.empty })).close();
  await cp(templates.empty, templates.migrated, { recursive: true });
  const { db, close } = await openDatabase({ kind: 'pglite', directory: templates.migrated });
  await migrate(db);
  await close();
  project.provide('testDatabase', { kind: 'pglite', templates });
  return async () => await rm(folder, { recursive: true, force: true });
}
