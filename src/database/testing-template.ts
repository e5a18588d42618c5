import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

/**
 * Makes one migrated data directory for all test files on PGlite: a copy of it opens in 0.3 s, a new one
 * takes 2.5 s to make.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = await mkdtemp(path.join(tmpdir(), 'wallet-console-template-'));
  const { db, close } = await openDatabase({ kind: 'pglite', directory: template });
  await migrate(db);
  await close();
  project.provide('testDatabase', { kind: 'pglite', template });
  return async () => await rm(template, { recursive: true, force: true });
}
