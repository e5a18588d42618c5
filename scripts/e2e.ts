// `npm run test:e2e -- [playwright options]`: the browser tests alone.
import { spawnSync } from 'node:child_process';
import { ensureDashboard } from './build-dashboard.ts';
import { findBrowser } from './find-browser.ts';

await ensureDashboard();
const { status } = spawnSync('playwright', ['test', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, CHROMIUM_PATH: findBrowser() },
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
