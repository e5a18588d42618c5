import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Migration } from 'kysely/migration';

const names = readdirSync(import.meta.dirname)
  .flatMap((file) => /^(\d{4}-[\w-]+)\.ts$/.exec(file)?.[1] ?? [])
  .toSorted();

const fileOf = (name: string) => pathToFileURL(join(import.meta.dirname, `${name}.ts`)).href;

/**
 * Every migration of this folder by its file's name, in order. Append-only: a new one sorts behind all others, and one that
 * has been released is never edited, because the program refuses a database on which another version of it ran.
 */
export const migrations: Readonly<Record<string, Migration>> = Object.fromEntries(
  await Promise.all(names.map(async (name) => [name, (await import(fileOf(name))) as Migration] as const)),
);
