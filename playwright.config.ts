import { mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { randomPort } from './e2e/free-port.ts';

// Set once by the runner and inherited by its workers, which read this file again.
process.env['E2E_PORT'] ??= String(randomPort());
process.env['E2E_PREPARED_DIR'] ??= mkdtempSync(join(tmpdir(), 'wallet-console-prepared-'));

const baseURL = `http://127.0.0.1:${process.env['E2E_PORT']}`;

/**
 * Those that start servers of their own or wait for seconds. Begun first, none of them is left alone at the end, when
 * their tests, one after the other, would keep the other workers waiting.
 */
const longest =
  /(?:accounts|address-book|aml-hostile|events|export|identity-provider|keyboard-tasks|limits|remote-provider|sanctions-lists|sandbox-users|user-(?:dialogs|sign-in)|value|withdrawals-import)\.spec\.ts$/;

/**
 * Those that wait for most of their time. Begun first, and one after the other: side by side, they would leave the
 * processors idle.
 */
const waiting =
  /(?:activity-log|aml(?:-(?:keyboard|lists|many))?|withdrawals-(?:paid|unconfirmed))\.spec\.ts$/;

/** Those that take minutes, for `npm run test:long`. */
const long = /\.long\.spec\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/start-servers.ts',
  fullyParallel: true,
  projects: [
    ...(process.env['LONG_TESTS'] === '1' ? [{ name: 'long', testMatch: long }] : []),
    { name: 'waiting', testMatch: waiting, workers: 1 },
    { name: 'longest', testMatch: longest },
    { name: 'all others', testIgnore: [long, waiting, longest] },
  ],
  forbidOnly: process.env['CI'] !== undefined,
  retries: 0,
  // One more than there are cores: tests wait for seconds in which the product does something by itself.
  workers: availableParallelism() + 1,
  // How fast the console is, benchmarks say. A busy machine may take its time, as long as the page gets there.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    baseURL,
    viewport: { width: 1280, height: 800 },
    // Recording slows every test down; whoever looks into a failure runs it again with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
