// `npm run test:long`: the tests that take minutes, and those that have a short and a full length at their full length.
import { spawnSync } from 'node:child_process';
import { ensureDashboard } from './build-dashboard.ts';
import { findBrowser } from './find-browser.ts';

const tests = [
  'src/dashboard/provider-capabilities.remote.test.ts',
  'src/dashboard/remote-provider.remote.test.ts',
  'src/aml-checks-under-kill.program.test.ts',
  'src/crash.program.test.ts',
  'src/withdrawals-under-kill.program.test.ts',
  'src/http/answer-encoder.test.ts',
  'src/own-locked-row.test.ts',
  'src/own-report-schedules.test.ts',
  'src/own-role-matrix.test.ts',
  'src/remote-conformance.test.ts',
  'src/remote-suggested-settings.test.ts',
  'src/remote-withdrawals-under-kill.test.ts',
  'src/rejections-in-any-order.test.ts',
  'src/gateway/aml/aml-many.test.ts',
  'src/gateway/events/many-events.test.ts',
  'src/service/withdrawals/conflicts-anywhere.test.ts',
  'src/service/ledger/movements-under-restarts.test.ts',
  'src/service/lists/hundred-thousand.test.ts',
  'src/service/lists/list-page.test.ts',
  'src/service/lists/one-moment.test.ts',
  'src/service/lists/pages-over-http.test.ts',
  'src/service/ledger/ledger.test.ts',
  'src/service/books/',
  'src/service/balances/roll-forward.test.ts',
  'src/service/conformance.test.ts',
  'src/service/sandbox/sandbox-data.test.ts',
  'src/service/sandbox/seed-sandbox.test.ts',
];

const browserTests = [
  'accessibility',
  'aml-hostile',
  'export',
  'first-load',
  'taken-over-pages',
  'withdrawals-create-money',
  'withdrawals-import',
  '.long.spec',
];

function run(command: string, args: string[]): boolean {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, LONG_TESTS: '1', CHROMIUM_PATH: findBrowser() },
    shell: process.platform === 'win32',
  });
  return status === 0;
}

await ensureDashboard();
const passed = [run('vitest', ['run', ...tests]), run('playwright', ['test', ...browserTests])];
process.exitCode = passed.every(Boolean) ? 0 : 1;
