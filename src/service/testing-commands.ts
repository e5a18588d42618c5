import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, vi } from 'vitest';
import { openDatabase } from '#database/database.ts';
import type { Tables } from '#database/tables.ts';
import { makeTestDatabase, type IsolatedDatabase } from '#database/testing.ts';
import { projectFile, runCommand } from '../testing-program.ts';

type Run = (
  file: string,
  args: readonly string[],
  settings?: Record<string, string>,
) => Promise<{ code: number | null; out: string; err: string }>;

/** A database and a data directory for the tests of a file, on which commands run. */
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

  const envOf = (settings: Record<string, string>): Record<string, string> => ({
    DATA_DIR: directory,
    SANDBOX: 'off',
    ...(place.config.kind === 'postgres' && { DATABASE_URL: place.config.url }),
    ...settings,
  });
  /** Runs a file of the service with these arguments, and these settings beside those of the database. */
  const run: Run = async (file, args, settings = {}) =>
    await runHere(projectFile(path.join('src/service', file)), args, envOf(settings));
  /** The same as a process of its own, which takes half a second of processor time. */
  const start: Run = async (file, args, settings = {}) =>
    await runCommand(path.join('src/service', file), args, envOf(settings));

  return {
    directory: () => directory,
    run,
    start,

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

let runs = 0;

/** Runs a command's file in this process, with the arguments, environment variables, output and code of one of its own. */
async function runHere(file: string, args: readonly string[], env: Record<string, string>): ReturnType<Run> {
  const before = { argv: process.argv, env: process.env, exitCode: process.exitCode };
  const printed = { out: '', err: '' };
  const capture = (stream: 'out' | 'err') => (text: unknown) => {
    printed[stream] += String(text);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(capture('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(capture('err')),
    vi.spyOn(console, 'log').mockImplementation((text: unknown) => capture('out')(`${String(text)}\n`)),
  ];
  Object.assign(process, { argv: [process.execPath, file, ...args], env, exitCode: undefined });
  try {
    runs += 1;
    // Another address, so that the file runs again. It ends when the command has ended.
    await import(/* @vite-ignore */ `${file}?run=${runs}`);
    return { code: Number(process.exitCode ?? 0), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
    Object.assign(process, before);
  }
}
