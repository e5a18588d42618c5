import { expect, type Page } from '@playwright/test';
import { chooseFile } from './fixtures.ts';
import type { Screen } from './screen.ts';

const recorded = { recorded_at: '2026-11-02T08:00:00.000Z', recorded_by: 'Finance' };
const inUse = { superseded_at: null, superseded_by: null };

const rates = [
  {
    id: 'rate_000000000000000000000001',
    currency: 'BTC',
    quote: 'EUR',
    rate: '61234.5',
    at: '2026-10-31T12:00:00.000Z',
    source: 'file',
    origin: 'october.csv',
    ...recorded,
    ...inUse,
  },
  {
    id: 'rate_000000000000000000000002',
    currency: 'BTC',
    quote: 'EUR',
    rate: '61000',
    at: '2026-10-31T12:00:00.000Z',
    source: 'file',
    origin: 'october-draft.csv',
    ...recorded,
    superseded_at: '2026-11-02T09:00:00.000Z',
    superseded_by: 'Finance',
  },
];

const ratesAt = {
  quote: 'EUR',
  at: '2026-11-02T09:00:00.000Z',
  max_age_days: 7,
  stablecoins_as_usd: true,
  rates: [
    {
      currency: 'USDT',
      steps: [
        step({ currency: 'USDT', quote: 'USD', rate: '1', source: 'rule', origin: null }),
        step({ currency: 'EUR', quote: 'USD', rate: '1.0832', is_inverse: true }),
      ],
    },
    { currency: 'BTC', steps: [step({ currency: 'BTC', quote: 'EUR', rate: '61234.5' })] },
  ],
};

function step(changes: object) {
  return {
    at: '2026-10-31T12:00:00.000Z',
    source: 'file',
    origin: 'october.csv',
    is_inverse: false,
    ...changes,
  };
}

const setting = {
  value: { currency: 'EUR', max_age_days: 7, stablecoins_as_usd: true, dust: '1' },
  defaults: { currency: 'USD', max_age_days: 7, stablecoins_as_usd: false, dust: '1' },
  has_rates: true,
  version: 1,
  updated_at: '2026-11-02T08:00:00.000Z',
  updated_by: 'Administrator',
};

const source = {
  host: 'rates.example.com',
  changed_at: '2026-11-01T08:00:00.000Z',
  changed_by: 'Administrator',
  tried_at: '2026-11-02T08:00:00.000Z',
  failure: 'It responded with status 500.',
  read_at: '2026-11-01T08:00:00.000Z',
  rates_read: 24,
  next_at: '2026-11-02T09:00:00.000Z',
};

const gaps = [
  { currency: 'BNB', ranges: [{ from: '2026-10-03', to: '2026-11-02' }] },
  {
    currency: 'TRX',
    ranges: [
      { from: '2026-10-10', to: '2026-10-11' },
      { from: '2026-10-20', to: '2026-10-20' },
    ],
  },
];

const paths = {
  '/console/exchange-rates': { count: 2, rates },
  '/console/exchange-rates/at': ratesAt,
  '/console/exchange-rates/gaps': { currencies: ['BNB', 'BTC', 'TRX', 'USDT'], gaps },
  '/console/settings/value': setting,
  '/console/settings/rate-source': { source },
} as const;

/** Lets the account have rates, of which the shared server has none: they would show on every other page. */
async function answerRates(page: Page): Promise<void> {
  for (const [path, data] of Object.entries(paths)) {
    await page.route(
      ({ pathname }) => pathname === path,
      async (route) =>
        route.request().method() === 'GET'
          ? route.fulfill({ json: { code: '200', error_code: null, error_message: null, data } })
          : route.fallback(),
    );
  }
}

/** Exchange rates, and what amounts are worth by them. */
export const valueScreens: Screen[] = [
  {
    name: 'exchange rates with gaps and earlier values',
    key: 'sandbox-admin',
    async show(page) {
      await answerRates(page);
      await page.goto('/books/rates?state=all');
      await expect(page.getByText('on 3 days: 2026-10-10 to 2026-10-11, 2026-10-20')).toBeVisible();
      await expect(page.getByRole('row').filter({ hasText: 'october-draft.csv' })).toBeVisible();
    },
  },
  {
    name: 'a file of rates with wrong lines',
    key: 'sandbox-admin',
    async show(page) {
      await page.goto('/books/rates/upload');
      await chooseFile(page.locator('input[type=file]'), {
        name: 'rates.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('date,currency,quote,rate\n2026-02-30,BTC,EUR,1\n2026-01-01,BTC,GBP,1\n'),
      });
      await expect(page.getByText('Line 3: “GBP” isn’t USD or EUR.')).toBeVisible();
    },
  },
  {
    name: 'balances with values',
    async show(page) {
      await answerRates(page);
      await page.goto('/balances');
      await expect(page.getByText('EUR at rates of 2026-10-31.')).toBeVisible();
      await expect(page.getByRole('columnheader', { name: 'Value in EUR' })).toBeAttached();
    },
  },
  {
    name: 'values, and a complaint at the URL of rates',
    key: 'sandbox-admin',
    async show(page) {
      await page.goto('/settings/value');
      await page.getByRole('textbox', { name: 'URL' }).fill('https://10.1.2.3/rates');
      await page.getByRole('button', { name: 'Save URL' }).click();
      await expect(page.getByText('Enter a public URL.')).toBeVisible();
    },
  },
];
