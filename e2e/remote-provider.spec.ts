import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test as base } from '@playwright/test';
import type { ProviderFaults } from '../src/testing-provider.ts';
import { formatInteger } from '../src/domain/format.ts';
import { pages } from '../src/dashboard/app/pages.ts';
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

type Remote = {
  url: string;
  /** Where the provider itself answers. */
  providerUrl: string;
  /** From now on, the provider differs in these ways. */
  setFaults: (faults: Partial<ProviderFaults>) => void;
};

async function startRemote(): Promise<Remote & { stop: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'wallet-console-remote-'));
  const provider = spawn(process.execPath, ['src/testing-provider.process.ts', JSON.stringify(faults)], {
    stdio: ['pipe', 'pipe', 'inherit'],
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
    providerUrl: String(printed).trim(),
    setFaults: (changed) => void provider.stdin.write(`${JSON.stringify(changed)}\n`),
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

const test = base.extend<object, { remote: Remote }>({
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

type Mode = { name: string; faults: Partial<ProviderFaults> };

/** One after the other, each on what the console has learned before. A missing operation stays so until the next look. */
const modes: Mode[] = [
  { name: 'ignores what is not published', faults: { unpublishedParameters: 'ignored' } },
  { name: 'refuses what is not published', faults: { unpublishedParameters: 'refused' } },
  {
    name: 'sends short pages',
    faults: { unpublishedParameters: 'ignored', largestPage: { rows: 50, beyond: 'capped' } },
  },
  {
    name: 'answers oddly',
    faults: {
      unpublishedParameters: 'ignored',
      oddities: [
        'count as text',
        'user_id as a number',
        'empty error_code',
        'no error fields',
        'bare withdrawals',
        'withdrawals with shortened addresses',
        'withdrawals without hash',
        'unrequested gzip',
        'byte order mark',
        'ids as numbers',
        'times in milliseconds',
        'one envelope too few',
        'values in another case',
        'rows of another kind',
      ],
    },
  },
  {
    name: 'lacks operations',
    faults: {
      unpublishedParameters: 'ignored',
      missingOperations: ['testKey', 'createWallet', 'listExchangeTransactions', 'getWithdrawalRequest'],
    },
  },
];

/** What filters that no provider has to know choose, beside the whole list. */
const filtered: Record<string, string> = {
  '/wallets': 'network=trx',
  '/transactions': 'network=trx',
  '/exchanges': 'currency_from=BTC',
  '/withdrawals': 'network=trx',
};

const paths = pages.flatMap((page) => {
  if ('isPublic' in page) return [];
  const path = page.path.replace(':doc', 'remote-providers').replace(':id', 'no-such-id');
  return path in filtered ? [path, `${path}?${filtered[path]}`] : [path];
});

/** Within the loaded console, as by a link. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

const operations: Record<string, string> = {
  '/wallets': 'wallets',
  '/transactions': 'transactions',
  '/exchanges': 'exchange-transactions',
  '/withdrawals': 'withdrawal-requests',
};

/** How many rows each list really has, by the page's address. */
async function countRows({ providerUrl }: Remote): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [path, operation] of Object.entries(operations)) {
    for (const query of ['', filtered[path] ?? '']) {
      const answer = await fetch(`${providerUrl}/${operation}?limit=1&${query}`, {
        headers: { token: 'sandbox-admin' },
      });
      const { data } = (await answer.json()) as { data: { count?: number; meta?: { total: number } } };
      counts.set(query === '' ? path : `${path}?${query}`, data.count ?? data.meta?.total ?? -1);
    }
  }
  return counts;
}

test('every page opens, counts nothing wrong and names each gap, however the provider differs', async ({
  page,
  remote,
}) => {
  test.setTimeout(240_000);
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  remote.setFaults({});
  const counts = await countRows(remote);
  await signIn(page, 'sandbox-admin');
  remote.setFaults(modes[0]?.faults ?? {});
  // Forgets what other tests have shown of the provider.
  await page.goto('/settings/provider');
  await page.getByRole('button', { name: /^Check (?:now|again)$/ }).click();
  await expect(page.getByText('Checking. This can take a few minutes.')).toBeVisible();
  await expect(page.getByText('Checking. This can take a few minutes.')).toBeHidden({ timeout: 60_000 });
  await expect(page.getByRole('region', { name: 'What the gaps mean' })).toContainText('Without a search,');
  for (const { name, faults: differences } of modes) {
    remote.setFaults(differences);
    const missing = differences.missingOperations ?? [];
    await page.goto('/settings');
    if (missing.length > 0) {
      await follow(page, '/wallets/new');
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Desk');
      await page.getByRole('button', { name: 'Create wallet' }).click();
      await expect(
        page.getByText('This provider doesn’t support creating wallets through its interface.').first(),
      ).toBeVisible();
    }
    for (const path of paths) {
      await test.step(`${name}: ${path}`, async () => {
        await follow(page, path);
        const [pathname = ''] = path.split('?', 1);
        const title = pages.find(({ path: own }) => own.split('/:', 1)[0] === pathname)?.title;
        await expect(
          page.getByRole('heading', { level: 1, ...(title && { name: title, exact: true }) }),
        ).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await expect(page.getByRole('heading', { name: 'This page can’t be shown' })).toHaveCount(0);
        await expect(page.getByText('Unexpected response')).toHaveCount(0);
        if (!(pathname in operations)) return;
        if (pathname === '/exchanges' && missing.length > 0) {
          await expect(
            page.getByText('This provider doesn’t support listing exchanges through its interface.'),
          ).toBeVisible();
          await expect(page.getByRole('navigation', { name: 'Main' })).not.toContainText('Exchanges');
          return;
        }
        const shown = page.getByRole('navigation', { name: 'Pages' });
        // The rows before these stay until these have come.
        const right = formatInteger(counts.get(path) ?? 0);
        await expect(shown).not.toContainText(new RegExp(` of (?!${right}(?!\\d))\\d`));
        if (path !== pathname) {
          await expect(
            page.getByText(/This provider (?:ignored|refused|can’t|may not)/).first(),
          ).toBeVisible();
        }
      });
    }
  }
  expect(failures).toEqual([]);
});
