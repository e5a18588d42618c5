// `npm run test:long`: the tests that have a short and a full length, at their full length.
import { spawnSync } from 'node:child_process';

const tests = [
  'src/crash.program.test.ts',
  'src/withdrawals-under-kill.program.test.ts',
  'src/own-locked-row.test.ts',
  'src/remote-withdrawals-under-kill.test.ts',
  'src/rejections-in-any-order.test.ts',
  'src/gateway/events/many-events.test.ts',
  'src/service/withdrawals/conflicts-anywhere.test.ts',
  'src/service/ledger/movements-under-restarts.test.ts',
  'src/service/lists/hundred-thousand.test.ts',
];

const { status } = spawnSync('vitest', ['run', ...tests, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, LONG_TESTS: '1' },
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
