import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startedForSeconds } from '../../testing-program.ts';
import { openDatabase } from '../database.ts';
import { makeTestDirectory, testDatabaseKind } from '../testing.ts';
import { DataDirectoryError, EMBEDDED_POSTGRES_MAJOR, takeDataDirectory } from './data-directory.ts';

type Child = { process: ChildProcessByStdio<null, Readable, Readable>; lines: AsyncIterator<string> };

const PROGRAM = fileURLToPath(new URL('testing-process.ts', import.meta.url));
const children: Child[] = [];
let directory: string;
let remove: () => Promise<void>;

function start(task: 'hold' | 'write'): Child {
  const args = [...startedForSeconds, PROGRAM, directory, task];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: Interface = createInterface(child.stdout);
  const started = { process: child, lines: lines[Symbol.asyncIterator]() };
  children.push(started);
  return started;
}

async function killed({ process: child }: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

async function rest(lines: AsyncIterator<string>): Promise<string[]> {
  const found: string[] = [];
  for (let line = await lines.next(); !line.done; line = await lines.next()) found.push(line.value);
  return found;
}

describe.skipIf(testDatabaseKind !== 'pglite')('the data directory', () => {
  beforeEach(async () => {
    ({ directory, remove } = await makeTestDirectory({ isMigrated: true }));
  });

  afterEach(async () => {
    await Promise.all(children.splice(0).map(killed));
    await remove();
  });

  it('opens for one process at a time, and names that process to the second', async () => {
    const first = start('hold');
    expect(await first.lines.next()).toMatchObject({ value: 'open' });
    const second = start('hold');
    const complaint = await text(second.process.stderr);
    expect(complaint).toBe(
      `DataDirectoryError: The data directory ${directory} is in use by process ${first.process.pid}. Stop it first, or set DATA_DIR to another directory.\n`,
    );
    const opening = openDatabase({ kind: 'pglite', directory });
    await expect(opening).rejects.toMatchObject({ name: 'DataDirectoryError', reason: 'in-use' });
  });

  it('refuses a second opening in the same process', async () => {
    const claim = takeDataDirectory(directory);
    expect(() => takeDataDirectory(directory)).toThrow(`in use by process ${process.pid}`);
    claim.release();
    takeDataDirectory(directory).release();
  });

  it(
    'is free at once when its process was killed, and has every row that was acknowledged',
    { timeout: 120_000 },
    async () => {
      const acknowledged: string[] = [];
      for (const written of [3, 150, 60]) {
        const writer = start('write');
        expect(await writer.lines.next()).toMatchObject({ value: 'open' });
        for (let count = 0; count < written; count += 1) {
          const { value } = await writer.lines.next();
          acknowledged.push(value);
        }
        await killed(writer);
        acknowledged.push(...(await rest(writer.lines)));

        const { db, close } = await openDatabase({ kind: 'pglite', directory });
        const rows = await db.selectFrom('accounts').select(['account_id', 'name']).execute();
        // A transaction may have been stored without its acknowledgment being read, but never half of one.
        const ids = new Set(rows.map((row) => row.account_id));
        expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
        expect(rows.filter(({ name }) => name !== 'b')).toEqual([]);
        expect(rows.length).toBeLessThanOrEqual(acknowledged.length + 3);
        await close();
      }
    },
  );

  it('is for its owner alone', async () => {
    const fresh = path.join(directory, 'fresh');
    takeDataDirectory(fresh).release();
    expect((await stat(fresh)).mode & 0o077).toBe(0);
  });

  it.skipIf(process.platform !== 'linux')('that cannot be made is refused by name', () => {
    expect(() => takeDataDirectory('/proc/none/data')).toThrow(
      /^The data directory \/proc\/none\/data cannot/,
    );
  });

  it('that is a file is refused by name', async () => {
    const file = path.join(directory, 'file');
    await writeFile(file, '');
    for (const place of [file, path.join(file, 'below')]) {
      expect(() => takeDataDirectory(place)).toThrow(
        expect.objectContaining({ name: 'DataDirectoryError', reason: 'not-a-directory' }),
      );
    }
  });

  it.skipIf(process.platform === 'win32')('that may not be written is refused by name', async () => {
    const locked = path.join(directory, 'locked');
    takeDataDirectory(locked).release();
    await chmod(locked, 0o555);
    const isRoot = process.geteuid?.() === 0;
    // Permissions do not bind root: it looks through the eyes of a user that owns nothing.
    if (isRoot) {
      await chmod(directory, 0o755);
      process.seteuid?.(65_534);
    }
    try {
      expect(() => takeDataDirectory(locked)).toThrow(
        /^The data directory .*locked cannot be read and written/,
      );
    } finally {
      if (isRoot) process.seteuid?.(0);
      await chmod(locked, 0o755);
    }
  });

  it('of another major version is refused and stays as it is', async () => {
    const versionFile = path.join(directory, 'database', 'postgres', 'PG_VERSION');
    await writeFile(versionFile, '17\n');
    const opening = openDatabase({ kind: 'pglite', directory });
    await expect(opening).rejects.toThrow(
      /made by another version of the embedded database \(17, this one is/,
    );
    expect(await readFile(versionFile, 'utf8')).toBe('17\n');
  });

  it('names the version that PGlite is', async () => {
    const { db, close } = await openDatabase({ kind: 'pglite', directory });
    const { rows } = await sql<{ version: string }>`
      select current_setting('server_version') as version`.execute(db);
    await close();
    expect(rows[0]?.version.split('.')[0]).toBe(EMBEDDED_POSTGRES_MAJOR);
  });

  it('whose files are damaged is refused by name, and is free again', async () => {
    const postgres = path.join(directory, 'database', 'postgres');
    const saved = path.join(directory, 'saved');
    await cp(postgres, saved, { recursive: true });
    await rm(path.join(postgres, 'global', 'pg_control'));
    const opening = openDatabase({ kind: 'pglite', directory });
    await expect(opening).rejects.toThrow(DataDirectoryError);
    await expect(opening).rejects.toThrow(/does not start: could not open file "global\/pg_control"/);
    await rm(postgres, { recursive: true });
    await cp(saved, postgres, { recursive: true });
    await (await openDatabase({ kind: 'pglite', directory })).close();
  });
});
