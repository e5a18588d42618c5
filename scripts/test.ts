// `npm test`: everything that must hold before a change lands, ending in one line that adds it up.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { ensureDashboard } from './build-dashboard.ts';
import { findBrowser } from './find-browser.ts';

type Counts = { passed: number; failed: number; skipped: number };

const reports = mkdtempSync(join(tmpdir(), 'wallet-console-test-'));

/** What failed, by name, repeated at the end: the log is long, and often only its end is kept. */
const failures: string[] = [];

async function run(
  title: string,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  process.stdout.write(`\n▶ ${title}\n`);
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  // A program that is missing has failed as well.
  const [status] = await once(child, 'close').catch((error: unknown) => [String(error)]);
  return status === 0;
}

function parseReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * A check without tests of its own counts as one. Prints its output when it ends. The checks run side by side: a linter
 * with a thread for each core would only take longer, because each of its threads works out the types again.
 */
async function check(title: string, script: string): Promise<Counts> {
  const child = spawn(`npm run --silent ${script} 2>&1`, {
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: true,
    env: { ...process.env, GOMAXPROCS: '1' },
  });
  const [said, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  process.stdout.write(`\n▶ ${title}\n${said}`);
  const passed = status === 0;
  if (!passed) {
    failures.push(`${title}\n${said}`);
  }
  return { passed: Number(passed), failed: Number(!passed), skipped: 0 };
}

/** A runner that fails without naming a failed test (a broken file, no test at all) counts as one failure. */
function withExit(counts: Counts, succeeded: boolean): Counts {
  return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

async function unitTests(): Promise<Counts> {
  const file = join(reports, 'vitest.json');
  const succeeded = await run('Unit and service tests', 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = parseReport(file) as {
    numPassedTests?: number;
    numFailedTests?: number;
    numPendingTests?: number;
    testResults?: {
      name: string;
      assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
    }[];
  };
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, numPendingTests: skipped = 0 } = report;
  for (const { name, assertionResults } of report.testResults ?? []) {
    for (const test of assertionResults.filter(({ status }) => status === 'failed')) {
      failures.push(`${relative('.', name)} › ${test.fullName}\n${test.failureMessages.join('\n')}`);
    }
  }
  return withExit({ passed, failed, skipped }, succeeded);
}

async function browserTests(): Promise<Counts> {
  const file = join(reports, 'playwright.json');
  const browser = findBrowser();
  process.stdout.write(`\nBrowser: ${browser}\n`);
  await ensureDashboard();
  const succeeded = await run('Browser tests', 'playwright', ['test', '--reporter=list,json'], {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  // What the page showed when a test failed. A clean checkout's files are gone by the time the log is read.
  for (const context of globSync('test-results/**/error-context.md')) {
    failures.push(`${context}\n${readFileSync(context, 'utf8')}`);
  }
  const { stats = {} } = parseReport(file) as { stats?: Record<string, number | undefined> };
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats;
  return withExit({ passed: expected, failed: unexpected + flaky, skipped }, succeeded);
}

// The linter and the compiler take longer than the other checks, on one processor each. The unit tests begin meanwhile: at
// first they wait for their databases.
const [types, lint] = [check('Types', 'types'), check('Lint', 'lint')];
const results = [
  ...(await Promise.all([
    check('Unused files, exports and dependencies', 'unused'),
    check('Format', 'format:check'),
    // Builds the dashboard, which the browser tests need too.
    check('First load', 'test:first-load'),
  ])),
  await unitTests(),
  ...(await Promise.all([types, lint])),
  await browserTests(),
];
rmSync(reports, { recursive: true, force: true });

for (const failure of failures) {
  process.stdout.write(`\n✗ ${failure}\n`);
}

const total = (key: keyof Counts) => results.reduce((sum, result) => sum + result[key], 0);
const skipped = total('skipped') === 0 ? '' : `, ${total('skipped')} skipped`;
process.stdout.write(`\n${total('passed')} passed, ${total('failed')} failed${skipped}\n`);
process.exitCode = total('failed') === 0 ? 0 : 1;
