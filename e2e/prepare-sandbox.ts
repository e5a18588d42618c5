import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcess } from './end-process.ts';
import { freePort } from './free-port.ts';
import { startServer } from './server-process.ts';

// Named by playwright.config.ts for the runner and its workers.
const prepared = process.env['E2E_PREPARED_DIR'] ?? '';

/** A data directory of its own with the small sandbox that was made at the start of the run. The caller removes it. */
export function copySandbox(): string {
  const directory = mkdtempSync(join(tmpdir(), 'wallet-console-own-'));
  cpSync(prepared, directory, { recursive: true });
  return directory;
}

/** Makes the sandbox that servers of single files and tests copy: each would take seconds to make its own. */
export async function prepareSandbox(): Promise<() => void> {
  const server = await startServer(
    {
      PORT: String(await freePort()),
      DATA_DIR: prepared,
      SANDBOX_SIZE: 'sketch',
      SANDBOX_TRAFFIC: 'off',
    },
    { options: ['--without-dashboard'] },
  );
  await endProcess(server);
  return () => rmSync(prepared, { recursive: true, force: true });
}
