import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { createServerDatabase, runOnServer, type ServerDatabase } from '#database/testing-server.ts';
import { addressOf, type RunningProgram, startProgram } from './testing-program.ts';

// Only with a server can the test break the database under the running program.
const serverUrl = process.env['TEST_DATABASE_URL'];

let folder: string;
let place: ServerDatabase | undefined;
let program: RunningProgram | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wallet-console-faults-'));
  if (serverUrl !== undefined) place = await createServerDatabase(serverUrl, inject('migratedOnServer'));
});

afterAll(async () => {
  program?.child.kill('SIGKILL');
  await program?.ended;
  rmSync(folder, { recursive: true, force: true });
  await place?.drop({ isForced: true });
});

it.skipIf(serverUrl === undefined)(
  'what fails in the background and at the database stands in the log as one line of JSON each',
  { timeout: 120_000 },
  async () => {
    const url = place?.url ?? '';
    program = startProgram({ DATABASE_URL: url, DATA_DIR: folder, CHAIN: 'sandbox' });
    await addressOf(program);
    const { output } = program;
    const linesSince = (start: number) =>
      output()
        .slice(start)
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    await vi.waitFor(() => expect(output()).toMatch(/\n\n$/));
    const start = output().length;

    await runOnServer(url, 'alter table aml_checks rename to aml_checks_away');
    const failedWork = {
      level: 50,
      msg: 'background work failed',
      job: 'AML checks of the wallet service',
      err: expect.anything(),
    };
    await vi.waitFor(
      () => expect(linesSince(start)).toContainEqual(expect.objectContaining(failedWork)),
      10_000,
    );
    await runOnServer(url, 'alter table aml_checks_away rename to aml_checks');
    await runOnServer(
      url,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    const failedConnection = {
      level: 50,
      msg: 'the database reports an error',
      reason: expect.stringContaining('terminating connection'),
    };
    await vi.waitFor(
      () => expect(linesSince(start)).toContainEqual(expect.objectContaining(failedConnection)),
      10_000,
    );
  },
);
