import { expect, type Page } from '@playwright/test';
import {
  unsupportedMessage,
  type WalletServiceOperationId,
} from '../src/contract/wallet-service/unsupported.ts';
import { pages } from '../src/dashboard/app/pages.ts';
import { formatInteger } from '../src/domain/format.ts';
import { oddities, type Oddity } from '../src/testing-provider-oddities.ts';
import type { ProviderFaults } from '../src/testing-provider.ts';
import { follow, fromOwnPage, signIn } from './fixtures.ts';
import { type Remote, test } from './remote-fixture.ts';
import { outsider } from './withdrawal-tasks.ts';

/** What each list asks the provider for. */
const operations: Record<string, string> = {
  '/wallets': 'wallets',
  '/transactions': 'transactions',
  '/exchanges': 'exchange-transactions',
  '/withdrawals': 'withdrawal-requests',
};

type Mode = {
  name: string;
  faults: Partial<ProviderFaults>;
};

/** All but those that can't be together with another one: two forms of a time, or one envelope more and one less. */
const together: readonly Oddity[] = oddities.filter(
  (name) =>
    !['times in seconds', 'times as HTTP dates', 'one envelope too many', 'count missing'].includes(name),
);

const wholeRows = together.filter((name) => name !== 'rows of another kind');

const missingOperations = [
  'testKey',
  'createWallet',
  'renameWallet',
  'setWalletStatus',
  'deleteWallet',
  'listExchangeTransactions',
  'getWithdrawalRequest',
  'createWithdrawalRequest',
  'deleteWithdrawalRequest',
  'requestAmlReport',
  'recheckAmlReport',
] as const satisfies WalletServiceOperationId[];

const ignored = { unpublishedParameters: 'ignored' } as const;

/** One after the other, each on what the console has learned before. A missing operation stays so until the next look. */
const modes: Mode[] = [
  { name: 'ignores what is not published', faults: ignored },
  { name: 'refuses what is not published', faults: { unpublishedParameters: 'refused' } },
  { name: 'sends short pages', faults: { ...ignored, largestPage: { rows: 50, beyond: 'capped' } } },
  { name: 'refuses large pages', faults: { ...ignored, largestPage: { rows: 50, beyond: 'refused' } } },
  { name: 'answers oddly', faults: { ...ignored, oddities: together } },
  {
    name: 'answers oddly in other ways',
    faults: { ...ignored, oddities: ['times as HTTP dates', 'one envelope too many', 'count missing'] },
  },
  // It hides how many rows there are, so what the others do to that number is seen only without it.
  { name: 'answers oddly, in whole rows', faults: { ...ignored, oddities: wholeRows } },
  ...oddities.map((name): Mode => ({ name, faults: { ...ignored, oddities: [name] } })),
  { name: 'lacks operations', faults: { ...ignored, missingOperations } },
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

/** A change that the provider refuses, because the wallet isn’t there. */
async function touch(page: Page): Promise<void> {
  const data = { address: outsider, status: 'active' };
  const path = '/api/prod/v1/wallets-status';
  await page.request.fetch(path, { method: 'PATCH', headers: fromOwnPage, data });
}

type Row = { address: string; balances: Record<string, { available: number }> } & { request_id: string };

/** Asks for everything that changes something, once, by which the console finds out that it is missing. */
async function findMissing(page: Page): Promise<string> {
  const read = async (path: string) =>
    JSON.stringify(await (await page.request.get(`/api/prod/v1/${path}`)).json());
  const { data: listed } = JSON.parse(await read('wallets?limit=300')) as { data: { wallets: Row[] } };
  const holdsNothing = ({ balances }: Row) =>
    Object.values(balances).every(({ available }) => available === 0);
  const { address = '' } = listed.wallets.find(holdsNothing) ?? {};
  const { data: asked } = JSON.parse(await read('withdrawal-requests?limit=25')) as { data: { data: Row[] } };
  const request_id = asked.data[0]?.request_id ?? '';
  const withdrawal = {
    amount: '25',
    network: 'trx',
    currency: 'USDT',
    sender: 'exchange',
    external_id: 'walk',
  };
  const changes: [method: string, path: string, data: object][] = [
    ['PUT', 'wallets', { address, name: 'Desk' }],
    ['PATCH', 'wallets-status', { address, status: 'active' }],
    ['DELETE', 'wallets', { address }],
    ['POST', 'withdrawal-request', { ...withdrawal, recipient_wallet: outsider }],
    ['DELETE', 'withdrawal-request', { request_id }],
    ['POST', 'aml-report', { value: outsider, network: 'trx' }],
  ];
  for (const [method, path, data] of changes) {
    const answer = await page.request.fetch(`/api/prod/v1/${path}`, { method, headers: fromOwnPage, data });
    expect([method, path, answer.status()]).toEqual([method, path, 404]);
  }
  return address;
}

/** Nothing offers what is missing, and every place that would says why. */
async function expectNothingMissingIsOffered(page: Page, address: string): Promise<void> {
  const sentence = (id: WalletServiceOperationId) => page.getByText(unsupportedMessage(id)).first();
  const gone = async (...names: string[]) => {
    for (const name of names)
      for (const role of ['button', 'link'] as const)
        await expect(page.getByRole(role, { name, exact: true })).toHaveCount(0);
  };
  await page.goto('/wallets');
  await expect(sentence('createWallet')).toBeVisible();
  await gone('New wallet', 'Create wallet', 'Import wallets');
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/wallets$/);
  await follow(page, `/wallets/${address}`);
  for (const id of ['renameWallet', 'setWalletStatus', 'deleteWallet', 'createWithdrawalRequest'] as const)
    await expect(sentence(id)).toBeVisible();
  await gone('Rename', 'Change status', 'Delete');
  for (const view of ['rename', 'status', 'delete']) {
    await follow(page, `/wallets/${address}/${view}`);
    await expect(page.getByRole('dialog', { name: 'Not available with this provider' })).toBeVisible();
  }
  await follow(page, '/withdrawals');
  await expect(sentence('createWithdrawalRequest')).toBeVisible();
  await gone('New withdrawal', 'Import withdrawals');
  await follow(page, '/aml');
  await expect(sentence('requestAmlReport')).toBeVisible();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('Copy address');
  await expect(sheet).not.toContainText(/New wallet|Rename|Change status|New withdrawal|Delete/);
}

test('every page opens, counts nothing wrong and names each gap, however the provider differs', async ({
  page,
  remote,
}) => {
  test.setTimeout(900_000);
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  remote.setFaults({});
  const counts = await countRows(remote);
  await signIn(page, 'sandbox-admin');
  remote.setFaults(modes[0]?.faults ?? {});
  // Forgets what other tests have shown of the provider.
  await page.goto('/settings/provider');
  const check = page.getByRole('button', { name: /^Check (?:now|again)$/ });
  // A look at the provider as it was before may be under way, and the button does nothing meanwhile.
  await expect(check).not.toHaveAttribute('aria-busy', 'true', { timeout: 60_000 });
  await check.click();
  await expect(page.getByText('Checking. This can take a few minutes.')).toBeVisible();
  await expect(page.getByText('Checking. This can take a few minutes.')).toBeHidden({ timeout: 60_000 });
  await expect(page.getByRole('region', { name: 'What the gaps mean' })).toContainText('Without a search,');
  let address = '';
  for (const mode of modes) {
    const { name, faults: differences } = mode;
    remote.setFaults(differences);
    const missing = differences.missingOperations ?? [];
    await page.goto('/settings');
    // A change makes the console forget the rows that it has read.
    if (missing.length === 0) await touch(page);
    else {
      address = await findMissing(page);
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
        const own = pages.find((each) => each.path.split('/:', 1)[0] === pathname);
        const title = own?.title;
        await expect(
          page.getByRole('heading', { level: 1, ...(title && { name: title, exact: true }) }),
        ).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await expect(page.getByRole('heading', { name: 'This page can’t be shown' })).toHaveCount(0);
        await expect(page.getByText('Unexpected response')).toHaveCount(0);
        const needs = own !== undefined && 'needs' in own ? own.needs : undefined;
        if (needs !== undefined && missing.includes(needs)) {
          await expect(page.getByText(unsupportedMessage(needs)).first()).toBeVisible();
          await expect(
            page.getByRole('navigation', { name: 'Main' }).getByText(own?.title ?? ''),
          ).toHaveCount(0);
          return;
        }
        if (!(pathname in operations)) return;
        const shown = page.getByRole('navigation', { name: 'Pages' });
        // The rows before these stay until these have come.
        const right = formatInteger(counts.get(path) ?? 0);
        await expect(shown).not.toContainText(new RegExp(` of (?!${right}(?!\\d))\\d`));
        // Only rows of another kind leave the number open: the list says so.
        if (differences.oddities?.includes('rows of another kind'))
          await expect(page.getByText(/rows? of another kind/).first()).toBeVisible();
        else await expect(shown).toContainText(` of ${right}`);
        if (path !== pathname) {
          await expect(
            page.getByText(/This provider (?:ignored|refused|can’t|may not)/).first(),
          ).toBeVisible();
        }
      });
    }
  }
  await expectNothingMissingIsOffered(page, address);
  expect(failures).toEqual([]);
});
