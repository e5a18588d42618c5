import type { TestProject } from 'vitest/node';
import { provideDirectories, provideOnServer } from './testing-migrated.ts';

/** Provides what every test file of a project copies: on the server of TEST_DATABASE_URL for the project `postgres`. */
export async function setup(project: TestProject): Promise<void> {
  if (project.name !== 'postgres') {
    project.provide('testDatabase', { kind: 'pglite', templates: await provideDirectories(project) });
    return;
  }
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined) throw new Error('TEST_DATABASE_URL is not set.');
  project.provide('testDatabase', { kind: 'postgres', url, template: await provideOnServer(project, url) });
}
