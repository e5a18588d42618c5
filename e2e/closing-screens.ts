import { expect, type Page } from '@playwright/test';
import type { ClosingChecks, LateBooking } from '../src/contract/gateway/closing.ts';
import type { ClosedPeriod, ClosedPeriods } from '../src/contract/gateway/closed-periods.ts';
import { decimal } from '../src/domain/decimal.ts';
import type { Screen } from './screen.ts';

const sha256 = '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef';

const october: ClosedPeriod = {
  id: 'close_2',
  from: '2026-10-01T00:00:00.000000Z',
  to: '2026-11-01T00:00:00.000000Z',
  time_zone: 'UTC',
  closed_at: '2026-11-02T09:30:00.000000Z',
  closed_by: 'Daniel Okafor',
  entries: 1_284,
  sha256,
  totals: [
    {
      currency: 'USDT',
      opening: decimal('1204500.25'),
      moved: decimal('-3120.75'),
      closing: decimal('1201379.5'),
    },
    {
      currency: 'ETH',
      opening: decimal('81.402000000000000001'),
      moved: decimal('2.5'),
      closing: decimal('83.902000000000000001'),
    },
  ],
  reopened: null,
  verified: {
    at: '2026-11-03T08:00:00.000000Z',
    by: 'Priya Nair',
    entries_hold: true,
    totals_hold: true,
    entries: 1_284,
    sha256,
  },
  drift: 1,
  unexplained: 1,
  known_late: 1,
};

const september: ClosedPeriod = {
  ...october,
  id: 'close_1',
  from: '2026-09-01T00:00:00.000000Z',
  to: '2026-10-01T00:00:00.000000Z',
  closed_at: '2026-10-02T09:30:00.000000Z',
  verified: {
    at: '2026-11-03T08:00:00.000000Z',
    by: 'Priya Nair',
    entries_hold: false,
    totals_hold: false,
    entries: 1_283,
    sha256: sha256.replaceAll('5', '6'),
  },
  drift: 0,
  unexplained: 0,
  known_late: 0,
};

const reopened: ClosedPeriod = {
  ...october,
  id: 'close_0',
  verified: null,
  reopened: { at: '2026-11-02T09:00:00.000000Z', by: 'Daniel Okafor', reason: 'A deposit was missing.' },
  unexplained: 0,
};

const books: ClosedPeriods = {
  version: 3,
  next_from: october.to,
  time_zone: 'UTC',
  unexplained: 1,
  changed: 1,
  count: 3,
  periods: [october, reopened, september],
};

const checks: ClosingChecks = {
  over: { passed: false, closable_at: '2026-12-01T00:15:00.000000Z' },
  adds_up: {
    passed: false,
    rows: 21,
    faults: [{ currency: 'USDT', place: { type: 'user', network: 'trx' }, difference: decimal('12.5') }],
  },
  opening: {
    passed: false,
    is_first: false,
    differences: [
      {
        type: 'accounting',
        network: 'trx_eth',
        currency: 'USDT',
        part: 'in_transit',
        expected: decimal('3'),
        found: decimal('4'),
      },
    ],
  },
  ledger_check: {
    passed: true,
    fault_count: 0,
    checked_at: '2026-12-01T00:16:00.000Z',
    history_checked_at: '2026-12-01T00:20:00.000Z',
  },
  outcomes: { passed: false, unknown: 2 },
  drift: { passed: false, unexplained: 1 },
};

const booking: LateBooking = {
  posting_id: 'post_1',
  kind: 'deposit',
  document: 'tx_0653a1b2c3d4e5f60718293a',
  refers_to: 'transaction',
  created_at: '2026-10-31T23:58:00.000000Z',
  booked_at: '2026-11-02T10:12:00.000000Z',
  lines: [{ type: 'user', network: 'trx', currency: 'USDT', amount: decimal('12.5') }],
  is_drift: true,
  notes: [],
};

const bookings: LateBooking[] = [
  {
    ...booking,
    posting_id: 'post_0',
    kind: 'withdrawal',
    refers_to: 'withdrawal',
    document: 'wd_0653a1b2c3d4e5f60718293a',
    booked_at: '2026-11-01T00:03:00.000000Z',
    lines: [{ type: 'accounting', network: 'trx_eth', currency: 'USDT', amount: decimal('-500') }],
    is_drift: false,
  },
  booking,
];

/** Shows these closed periods and checks in place of the server’s. */
async function answerClosing(page: Page): Promise<void> {
  const answers: Record<string, object> = {
    '/console/closed-periods': { books },
    '/console/closed-periods/checks': { checks },
    '/console/closed-periods/hash': { entries: 1_311, sha256 },
    '/console/closed-periods/late-bookings': { count: bookings.length, bookings },
  };
  await page.route('**/console/closed-periods**', async (route) => {
    const data = answers[new URL(route.request().url()).pathname];
    await route.fulfill({ json: { code: '200', error_code: null, error_message: null, data } });
  });
}

async function open(page: Page, path: string): Promise<void> {
  await answerClosing(page);
  await page.goto(path);
}

/** What is closed, what isn’t yet, and the dialogs that change it. */
export const closingScreens: Screen[] = [
  {
    name: 'closed periods with drift, and a period to close',
    async show(page) {
      await open(page, '/books/periods');
      await expect(page.getByText('Changed since it was closed')).toBeVisible();
      await expect(page.getByText('Deposit seen late')).toBeVisible();
      await expect(page.getByText('It can be closed from')).toBeVisible();
    },
  },
  {
    name: 'closing a period',
    async show(page) {
      await open(page, '/books/periods/close');
      await expect(page.getByRole('dialog').getByText(sha256)).toBeVisible();
    },
  },
  {
    name: 'reopening a period without a reason',
    async show(page) {
      await open(page, `/books/periods/${october.id}/reopen`);
      await page.getByRole('button', { name: 'Reopen period' }).click();
      await expect(page.getByText('Enter a reason')).toBeVisible();
    },
  },
  {
    name: 'explaining drift without words',
    async show(page) {
      await open(page, `/books/periods/${october.id}/explain`);
      await page.getByRole('button', { name: 'Explain drift' }).click();
      await expect(page.getByText('Enter an explanation')).toBeVisible();
    },
  },
  {
    name: 'statement of a closed month',
    async show(page) {
      await open(page, '/books?from=2026-10-01&to=2026-11-01');
      await expect(page.getByText('1 late booking after closing, 1 not explained')).toBeVisible();
    },
  },
];
