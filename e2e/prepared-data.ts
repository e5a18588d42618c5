import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateOnce } from '../src/database/testing-migrated.ts';
import { endProcess } from './end-process.ts';
import { freePort } from './free-port.ts';
import { startServer } from './server-process.ts';

/** What a prepared data directory holds: tables without rows, or a small sandbox. */
type PreparedData = 'migrated' | 'sandbox';

// Named by playwright.config.ts for the runner and its workers.
const placeOf = (data: PreparedData): string => join(process.env['E2E_PREPARED_DIR'] ?? '', data);

/** A data directory of its own with what was prepared at the start of the run. The caller removes it. */
export function copyPrepared(data: PreparedData): string {
  const directory = mkdtempSync(join(tmpdir(), 'wallet-console-own-'));
  cpSync(placeOf(data), directory, { recursive: true });
  return directory;
}

/** Makes the tables that every server of the run would take seconds to make. */
export async function prepareTables(): Promise<void> {
  await migrateOnce({ kind: 'pglite', directory: placeOf('migrated') });
}

/** Makes the sandbox that servers of single files and tests copy, on the tables that are there. */
export async function prepareSandbox(): Promise<void> {
  cpSync(placeOf('migrated'), placeOf('sandbox'), { recursive: true });
  const server = await startServer(
    {
      PORT: String(await freePort()),
      DATA_DIR: placeOf('sandbox'),
      SANDBOX_SIZE: 'sketch',
      SANDBOX_TRAFFIC: 'off',
    },
    { options: ['--without-dashboard'] },
  );
  await endProcess(server);
}

export function removePrepared(): void {
  rmSync(process.env['E2E_PREPARED_DIR'] ?? '', { recursive: true, force: true });
}
