import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { endProcess } from './end-process.ts';
import { freePort } from './free-port.ts';

// Named by playwright.config.ts for the runner and its workers.
const prepared = process.env['E2E_PREPARED_DIR'] ?? '';

/** A data directory of its own with the small sandbox that was made at the start of the run. The caller removes it. */
export function copySandbox(): string {
  const directory = mkdtempSync(join(tmpdir(), 'wallet-console-own-'));
  cpSync(prepared, directory, { recursive: true });
  return directory;
}

/** Makes the sandbox that servers of single files and tests copy: each would take seconds to make its own. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls it
export default async function prepareSandbox(): Promise<() => void> {
  const port = await freePort();
  const server = spawn(process.execPath, ['scripts/start.ts', '--without-dashboard'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: prepared,
      SANDBOX_SIZE: 'sketch',
      SANDBOX_TRAFFIC: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const isUp = async () =>
    (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok ?? false;
  await expect.poll(isUp, { timeout: 90_000 }).toBe(true);
  await endProcess(server);
  return () => rmSync(prepared, { recursive: true, force: true });
}
