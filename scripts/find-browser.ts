import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

// The shell first: the same engine without a window to draw, which opens a page in half the time.
const commandNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];

const applicationPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
  String.raw`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
];

/** System packages that contain Chromium, by the command that installs them without asking. */
const packageManagers = [
  ['apt-get', ['install', '--yes', '--no-install-recommends', 'chromium', 'fonts-liberation'], ['update']],
  ['dnf', ['install', '--assumeyes', 'chromium'], undefined],
  ['apk', ['add', 'chromium'], undefined],
  ['pacman', ['-S', '--noconfirm', 'chromium'], undefined],
] as const;

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath(command: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, command)).find(isExecutable);
}

function installedBrowser(): string | undefined {
  for (const name of commandNames) {
    const path = onPath(name);
    if (path !== undefined) return path;
  }
  return [...applicationPaths, chromium.executablePath()].find((path) => existsSync(path));
}

function run(command: string, args: readonly string[]): boolean {
  process.stdout.write(`  ${command} ${args.join(' ')}\n`);
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

function installBrowser(): void {
  process.stdout.write('No Chromium found on this machine; installing one:\n');
  const isRoot = process.getuid?.() === 0;
  for (const [command, install, refresh] of packageManagers) {
    if (!isRoot || onPath(command) === undefined) continue;
    if (refresh !== undefined) run(command, refresh);
    if (run(command, install)) return;
  }
  run(process.execPath, [
    join(import.meta.dirname, '../node_modules/@playwright/test/cli.js'),
    'install',
    'chromium',
  ]);
}

/**
 * The path of a Chromium for the browser tests: the one that CHROMIUM_PATH names, one that is installed,
 * Playwright's own, or else one that is installed now, by the system's package manager or by Playwright.
 */
export function findBrowser(): string {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, which cannot be run.`);
  }
  const found = installedBrowser();
  if (found !== undefined) return found;
  installBrowser();
  const installed = installedBrowser();
  if (installed !== undefined) return installed;
  throw new Error('No Chromium could be installed. Install one, or name one in CHROMIUM_PATH.');
}
