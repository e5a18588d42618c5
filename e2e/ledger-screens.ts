import { expect, type Page } from '@playwright/test';
import type { StatementFile } from '../src/contract/gateway/statement-files.ts';
import type { Statement } from '../src/contract/gateway/statements.ts';
import { changeAnswer } from './fixtures.ts';
import type { Screen } from './screen.ts';

const ledgerFault = {
  id: 'fault_1',
  rule: 'Every balance is the sum of its entries.',
  subject: 'wallet/eth/0x52908400098527886E0F7030069857D2E4169EE7/ETH',
  expected: 'the sum of its entries, 2',
  found: 'a balance of 3',
  first_seen_at: '2026-01-31T12:00:00.000Z',
  is_own: true,
  resumed: null,
};

/** Lets the ledger check have found these faults a while ago. */
async function answerLedgerCheck(page: Page, faults: object[]): Promise<void> {
  const check = {
    checked_at: '2026-01-31T12:00:00.000Z',
    history_checked_at: null,
    is_late: false,
    are_payments_stopped: faults.length > 0,
    fault_count: faults.length,
    faults,
    may_resume: true,
  };
  const answer = { code: '200', error_code: null, error_message: null, data: { check } };
  await page.route('**/console/ledger-faults', async (route) => route.fulfill({ json: answer }));
}

const file: StatementFile = {
  id: 'file_1',
  report: null,
  source: 'ledger',
  scheduled_at: null,
  retry_at: null,
  format: 'pdf',
  with_entries: false,
  part: {},
  from: '2026-01-01T00:00:00.000000Z',
  to: '2026-02-01T00:00:00.000000Z',
  as_of: '2026-02-01T00:00:00.000000Z',
  time_zone: 'UTC',
  state: 'ready',
  entries_done: 0,
  entries: null,
  failure: null,
  requested_by: 'Ana Ruiz',
  requested_at: '2026-02-02T09:30:00.000000Z',
  ended_at: '2026-02-02T09:30:02.000000Z',
  expires_at: '2027-02-02T09:30:00.000000Z',
  name: 'statement-2026-01-01-2026-01-31.pdf',
  bytes: 41_312,
  sha256: '5f2a'.repeat(16),
  rows_sha256: '77c1'.repeat(16),
  entries_sha256: null,
};

const unready = { name: null, bytes: null, sha256: null, rows_sha256: null, ended_at: null };

/** A file in every state. */
const files: StatementFile[] = [
  { ...file, ...unready, id: 'file_4', format: 'csv', with_entries: true, state: 'waiting' },
  {
    ...file,
    ...unready,
    id: 'file_3',
    format: 'xlsx',
    with_entries: true,
    state: 'working',
    entries_done: 12_000,
    entries: 40_000,
  },
  {
    ...file,
    ...unready,
    id: 'file_2',
    with_entries: true,
    state: 'failed',
    failure: 'This period has 40,000 ledger entries, and a PDF file holds at most 20,000.',
  },
  file,
  {
    ...file,
    id: 'file_0',
    report: 'fees',
    format: 'csv',
    requested_at: '2026-02-01T00:15:00.000000Z',
    scheduled_at: '2026-01-14T08:00:00.000000Z',
    name: 'report-fees-2026-01-01-2026-01-31.zip',
  },
  {
    ...file,
    ...unready,
    id: 'file_00',
    report: 'counterparties',
    format: 'xlsx',
    scheduled_at: '2026-01-14T08:00:00.000000Z',
    state: 'failed',
    failure: 'Something went wrong on the server. It is tried again every hour.',
    retry_at: '2026-02-02T10:30:00.000000Z',
  },
];

const schedules = ['fees', 'counterparties'].map((report) => ({
  id: `schedule_${report}`,
  report,
  every: 'month',
  format: 'csv',
  time_zone: 'UTC',
  next_from: '2026-02-01T00:00:00.000000Z',
  next_to: '2026-03-01T00:00:00.000000Z',
  next_at: '2026-03-01T00:15:00.000000Z',
  created_at: '2026-01-14T08:00:00.000000Z',
  created_by: 'Ana Ruiz',
}));

async function answerFiles(page: Page): Promise<void> {
  const answer = { code: '200', error_code: null, error_message: null };
  const data = { count: files.length, files };
  await page.route(/\/console\/books\/files(?:\?|$)/, async (route) =>
    route.fulfill({ json: { ...answer, data } }),
  );
  await page.route('**/console/reports/schedules', async (route) =>
    route.fulfill({ json: { ...answer, data: { schedules } } }),
  );
}

/** One currency of each kind of movement and of funds, and one with the most digits: each has a table of its own. */
async function showFewCurrencies(page: Page): Promise<void> {
  await changeAnswer(page, '/console/statement', (text) => {
    const answer = JSON.parse(text) as { data: { statement: Statement } };
    const { statement } = answer.data;
    const rows = statement.rows.filter(({ currency }) => currency === 'USDT' || currency === 'ETH');
    return JSON.stringify({ ...answer, data: { statement: { ...statement, rows } } });
  });
}

/** The ledger check, what a fault changes elsewhere, statements, and balances of a past moment. */
export const ledgerScreens: Screen[] = [
  {
    name: 'statement of a month',
    async show(page) {
      await showFewCurrencies(page);
      await page.goto('/books');
      await expect(page.getByRole('heading', { level: 2 })).toHaveText(['USDT', 'ETH']);
      await expect(page.getByText('Opening plus movements equals closing')).toBeVisible();
    },
  },
  {
    name: 'statement of a period to come',
    async show(page) {
      await page.goto('/books?from=2999-01-01&to=2999-02-01');
      await expect(page.getByRole('heading', { name: 'Nothing booked yet' })).toBeVisible();
    },
  },
  {
    name: 'ledger entries of withdrawals',
    async show(page) {
      await page.goto('/books/entries?movement=outflow&currency=USDT&limit=10');
      await expect(page.getByRole('row', { name: /Withdrawal/ }).first()).toBeVisible();
      await expect(page.getByRole('region', { name: 'Totals of all matching entries' })).toContainText(
        'USDT',
      );
    },
  },
  {
    name: 'statement files in every state',
    async show(page) {
      await answerFiles(page);
      await page.goto('/books/files');
      await expect(page.getByRole('progressbar')).toHaveCount(2);
      await expect(page.getByRole('link', { name: `Download ${file.name}` })).toBeVisible();
      await expect(page.getByRole('table', { name: 'Scheduled reports' })).toBeVisible();
    },
  },
  {
    name: 'a report to schedule',
    async show(page) {
      await page.goto('/books/reports?range=12-months&of=USDT');
      await page.getByRole('button', { name: 'Schedule' }).click();
      await expect(page.getByRole('dialog').getByLabel('How often')).toBeVisible();
    },
  },
  {
    name: 'balances of a past moment, and how to choose another',
    async show(page) {
      await page.goto('/balances?at=2026-11-01');
      await expect(page.getByRole('note').filter({ hasText: 'end of day' })).toBeVisible();
      await expect(page.getByRole('table', { name: 'Balances' })).toBeVisible();
      await page.getByRole('button', { name: 'Change date' }).click();
      await page.getByRole('form', { name: 'Day and time' }).getByLabel('Day', { exact: true }).fill('');
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(page.getByText('Enter a date.')).toBeVisible();
    },
  },
  {
    name: 'balances of no moment',
    async show(page) {
      await page.goto('/balances?at=yesterday');
      await expect(page.getByRole('heading', { name: 'This date can’t be read' })).toBeVisible();
    },
  },
  {
    name: 'report of fees by month',
    async show(page) {
      await page.goto('/books/reports?range=12-months&of=USDT');
      await expect(page.getByRole('table', { name: 'USDT fees by month' })).toBeVisible();
    },
  },
  {
    name: 'report of flows',
    async show(page) {
      await page.goto('/books/reports?report=flows&range=12-months&of=USDT');
      await expect(page.getByRole('table', { name: /^USDT inflow, outflow and net by month/ })).toBeVisible();
    },
  },
  {
    name: 'report of exchanges',
    async show(page) {
      await page.goto('/books/reports?report=exchanges');
      await expect(page.getByRole('table', { name: /^Exchanges by pair/ })).toBeVisible();
    },
  },
  {
    name: 'report of counterparties',
    async show(page) {
      await page.goto('/books/reports?report=counterparties&of=USDT');
      await expect(page.getByRole('table', { name: /^USDT by counterparty/ })).toBeVisible();
    },
  },
  {
    name: 'ledger check without faults',
    async show(page) {
      await answerLedgerCheck(page, []);
      await page.goto('/ledger-check');
      await expect(page.getByText('No faults found.')).toBeVisible();
    },
  },
  {
    name: 'ledger check with a fault',
    async show(page) {
      await answerLedgerCheck(page, [ledgerFault]);
      await page.goto('/ledger-check');
      await expect(page.getByRole('button', { name: 'Resume payments' })).toBeVisible();
      await expect(page.getByText('a balance of 3')).toBeVisible();
    },
  },
  {
    name: 'new withdrawal while payments are paused',
    async show(page) {
      await answerLedgerCheck(page, [ledgerFault]);
      await page.goto('/withdrawals/new');
      await expect(page.getByRole('link', { name: 'View ledger check' })).toBeVisible();
    },
  },
];
