import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { freePort } from './free-port.ts';
import { signIn, signInToOverview } from './fixtures.ts';

/** A provider that knows only the published names, ignores most of them, and answers oddly. */
const faults = {
  unpublishedParameters: 'ignored',
  ignoredParameters: [
    'offset',
    'sort_by',
    'sort_direction',
    'created_from',
    'created_to',
    'status',
    'direction',
  ],
  largestPage: { rows: 100, beyond: 'capped' },
  missingOperations: ['testKey', 'createWithdrawalRequest'],
  oddities: [
    'count as text',
    'user_id as a number',
    'empty error_code',
    'camel case errors',
    'bare withdrawals',
    'withdrawals with shortened addresses',
    'withdrawals without hash',
    'unrequested gzip',
    'byte order mark',
  ],
};

async function startRemote(): Promise<{ url: string; stop: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'wallet-console-remote-'));
  const provider = spawn(process.execPath, ['src/testing-provider.process.ts', JSON.stringify(faults)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = await once(provider.stdout, 'data');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const console_ = spawn(process.execPath, ['scripts/start.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: directory,
      WALLET_API_URL: String(printed).trim(),
    },
    stdio: 'ignore',
  });
  const isUp = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok ?? false;
  await expect.poll(isUp, { timeout: 90_000 }).toBe(true);
  return {
    url,
    stop: async () => {
      await Promise.all([console_, provider].map(end));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

const test = base.extend<object, { remote: { url: string } }>({
  remote: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what is needed
    async ({}, use) => {
      const remote = await startRemote();
      await use(remote);
      await remote.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ remote }, use) => use(remote.url),
});

const pages = [
  '/',
  '/wallets?network=trx',
  '/wallets/new',
  '/balances',
  '/balances/check',
  '/transactions?network=trx&status=error',
  '/transactions?offset=100',
  '/exchanges?currency_from=BTC&sort_by=amount_from',
  '/withdrawals?status=new',
  '/withdrawals/new',
  '/withdrawals/import',
  '/address-book',
  '/aml',
  '/aml/batch',
  '/aml/monitoring',
  '/activity-log',
  '/settings',
];

test('every page opens in front of a provider that ignores nearly everything', async ({ page }) => {
  test.setTimeout(180_000);
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  await signIn(page, 'sandbox-admin');
  for (const path of pages) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expect(page.getByRole('heading', { name: 'This page can’t be shown' })).toHaveCount(0);
      await expect(page.getByText('Unexpected response')).toHaveCount(0);
    });
  }
  expect(failures).toEqual([]);
});

test('a list that can’t be filtered names the filters, disables them, and shows no other rows', async ({
  page,
}) => {
  await signIn(page, 'sandbox-admin');
  await page.goto('/transactions?network=trx&status=error');
  await expect(
    page.getByText(/^This provider ignored the filters Status and Network\..* returns only its first rows\./),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'These filters aren’t available' })).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Status' });
  await expect(tabs.getByTitle('Not available: this provider can’t count these rows').first()).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).first().click();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1–100 of');
  await expect(page.getByRole('combobox', { name: 'Network' })).toHaveAttribute('aria-disabled', 'true');
  await expect(tabs.getByRole('button').first()).toHaveAccessibleDescription(/can’t filter by status\./);
});

test('a list that the console can read whole is filtered and counted', async ({ page }) => {
  await signIn(page, 'sandbox-admin');
  await page.goto('/exchanges?currency_from=BTC');
  await expect(
    page.getByText(/^This provider can’t .*filter by From currency.* to do it\. Data as of/),
  ).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(/ of \d/);
});

test('the overview says what it can’t know, and reports only what it has checked as fine', async ({
  page,
}) => {
  await signInToOverview(page, 'sandbox-admin');
  const attention = page.getByRole('region', { name: 'Needs attention now' });
  await expect(attention).toContainText(
    'Failed transactions: not available. This provider ignored the filter',
  );
  await expect(attention).not.toContainText('Nothing needs attention');
});
