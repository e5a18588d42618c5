import { expect, type Page } from '@playwright/test';
import { addresses, chooseCsv, field } from './book-tasks.ts';
import { limitPermissions } from './fixtures.ts';
import { fail, type Screen } from './screen.ts';

/** The address book, of which nothing is saved here. */
export const bookScreens: Screen[] = [
  {
    name: 'address book without entries',
    async show(page) {
      await giveEntries(page, []);
      await page.goto('/address-book');
      await expect(page.getByRole('heading', { name: 'No addresses yet' })).toBeVisible();
      await expect(page.getByText('Withdrawals to any address are allowed')).toBeVisible();
    },
  },
  {
    name: 'address book with an entry that cools off',
    async show(page) {
      const at = new Date(Date.now() - 3_600_000).toISOString();
      const entry = { id: 'book_1', version: 1, added_by: 'Back office', added_at: at, updated_at: at };
      const entries = [
        {
          ...entry,
          name: 'A supplier with quite a long name of some sixty characters, Ltd',
          network: 'eth',
          address: addresses.eth,
          note: 'A note that takes more room than a column of the list has for it',
          usable_from: new Date(Date.now() + 7_200_000).toISOString(),
        },
        {
          ...entry,
          id: 'book_2',
          name: 'Desk',
          network: 'btc',
          address: addresses.btc,
          note: '',
          usable_from: at,
        },
      ];
      await giveEntries(page, entries);
      await page.goto('/address-book');
      await expect(page.getByText('1 h left')).toBeVisible();
    },
  },
  {
    name: 'address book that cannot be read',
    async show(page) {
      await fail(page, '/console/address-book');
      await page.goto('/address-book');
      await expect(page.getByText('No luck today.')).toBeVisible();
    },
  },
  {
    name: 'address book without the permission',
    async show(page) {
      await limitPermissions(page, ['wallets:read']);
      await page.goto('/address-book');
      await expect(page.getByRole('heading', { name: 'No permission to view this' })).toBeVisible();
    },
  },
  {
    name: 'new address of another network',
    async show(page) {
      await page.goto('/address-book/new#network=trx');
      await field(page, 'Address').fill(addresses.eth);
      await page.getByRole('button', { name: 'Add address' }).click();
      await expect(page.getByRole('button', { name: 'Change to BNB Chain' })).toBeVisible();
    },
  },
  {
    name: 'address that is not in the book',
    async show(page) {
      await page.goto(`/address-book/eth:${addresses.eth}`);
      await expect(page.getByRole('heading', { name: 'Entry not found' })).toBeVisible();
    },
  },
  {
    name: 'rules for withdrawals with a complaint',
    async show(page) {
      await page.goto('/address-book/rules');
      await page.getByLabel('Waiting period, in hours').fill('400');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText(/Enter a whole number of hours/)).toBeVisible();
    },
  },
  {
    name: 'import of addresses with rows that are wrong',
    async show(page) {
      await page.goto('/address-book/import');
      await chooseCsv(
        page,
        'name,network,address,colour',
        `Desk,btc,${addresses.btc},red`,
        `Twin,btc,${addresses.btc},red`,
        `Mistyped,eth,${addresses.eth.replace('5aA', '5AA')},red`,
      );
      await expect(page.getByRole('button', { name: 'Add 1 address' })).toBeVisible();
    },
  },
];

/** Lets the account's address book have these entries and no others. */
async function giveEntries(page: Page, entries: readonly object[]): Promise<void> {
  await page.route(
    (url) => url.pathname === '/console/address-book',
    async (route) =>
      route.fulfill({
        json: {
          code: '200',
          error_code: null,
          error_message: null,
          data: { count: entries.length, entries },
        },
      }),
  );
}
