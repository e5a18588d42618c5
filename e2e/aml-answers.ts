import type { Page } from '@playwright/test';
import type { readAmlActivity } from '../src/contract/gateway/aml-activity.ts';
import type { AmlCheck } from '../src/contract/gateway/aml-check.ts';
import type { readAmlCheck } from '../src/contract/gateway/aml-checks.ts';
import type { listAmlChecks } from '../src/contract/gateway/aml-library.ts';
import type { DataOf } from '../src/contract/operation.ts';
import { sanctionsOf } from '../src/domain/aml/sanctions.ts';
import { decimal } from '../src/domain/decimal.ts';

const isRunning = ({ state }: AmlCheck) => state === 'waiting';
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const notScreened = sanctionsOf({ kind: 'address', lists: [], matches: [], isNamedByReport: false });

/** A finished check of an address that its network doesn't know, as the sandbox makes them. */
export const unknownAddress: AmlCheck = {
  id: 'aml_2',
  kind: 'address',
  network: 'eth',
  value: '0xad4Db3bFE661101Ee690652Beaa7D1fa0Ed67852',
  state: 'finished',
  payer_address: null,
  uid: '3cbe7ae087b6e04cd4843a91064bf83f99aa4b672',
  asked_by: 'Compliance',
  key_fingerprint: '4eb1a09399ea',
  created_at: minutesAgo(2),
  updated_at: minutesAgo(1),
  ended_at: minutesAgo(1),
  next_recheck_at: null,
  rechecks: 1,
  failure: null,
  can_resume: false,
  score: decimal('15'),
  band: 'unknown',
  is_not_found: true,
  sanctions: notScreened,
  sanctions_then: notScreened,
  categories: [
    {
      name: 'unknown wallet / otc / service',
      share: decimal('100'),
      direct_share: decimal('0'),
      is_direct_hit: false,
      severity: 'unknown',
      counts: true,
    },
  ],
  checks_left: '31',
  report_sha256: 'c322e12f062d3c75a86bc908ce69ebd08a78334fa79b0e24adffd1b27b72b736',
  has_pdf: true,
  decision: null,
};

/** The check of the same address before that one. */
export const checkBefore: AmlCheck = {
  ...unknownAddress,
  id: 'aml_1',
  created_at: minutesAgo(30),
  updated_at: minutesAgo(29),
  ended_at: minutesAgo(29),
};

/** A check of another one, whose report is waited for. */
export const runningCheck: AmlCheck = {
  ...unknownAddress,
  id: 'aml_3',
  value: '0x8589427373D6D84E98730D7795D8f6f8731FDA16',
  state: 'waiting',
  ended_at: null,
  next_recheck_at: '2099-01-01T00:00:00.000Z',
  rechecks: 0,
  score: null,
  band: null,
  is_not_found: false,
  sanctions_then: null,
  categories: [],
  checks_left: null,
  report_sha256: null,
  has_pdf: false,
};

/** What the provider answered. */
function reportOf({ network, value, uid }: AmlCheck): string {
  const funding = { 'unknown wallet / otc / service': 100 };
  const message = [
    '<b>AML report</b><br>',
    '<b>Network:</b> Ethereum<br>',
    `<b>Address:</b> ${value}<br>`,
    '<b>Owner:</b> unknown<br>',
    '<b>Checked:</b> 2026-11-29 12:19:46 UTC<br>',
    '<br>',
    '<b>Risk score:</b> 15 of 100 (low risk)<br>',
    '<br>',
    '<b>Sources of funding</b><br>',
    '• unknown wallet / otc / service: 100%<br>',
    '<br>',
    '<b>Types of funding</b><br>',
    '• unknown wallet / otc / service: 100%<br>',
    '<br>',
    '<b>Known transfers:</b> 0 (inputs 0, outputs 0)<br>',
    '<b>Last operation:</b> none known<br>',
    '<b>Method:</b> version 1.1, 0 hops',
  ].join('\n');
  return JSON.stringify({
    code: '200',
    error_code: null,
    error_message: null,
    data: {
      user_id: 'sandbox',
      message,
      aml_score: 15,
      params: {
        owner: 'unknown',
        transactions: { total: 0, inputs: 0, outputs: 0 },
        balances: {},
        last_operation: null,
        risk: { score: 15, level: 'Low risk' },
        sources_of_funding: funding,
        types_of_funding: funding,
        direct_exposure: { 'unknown wallet / otc / service': 0 },
        subject: { kind: 'address', network, value },
        direct_hits: [],
        uid,
        method: { version: '1.1', hops: 0, limits_reached: [], labels: 127, label_sources: 26 },
      },
      pdf_link: 'http://127.0.0.1/pdf/aml/3cbe7ae0.pdf',
      checks_balance: '31',
    },
  });
}

/** Answers what the page reads at this path of the console. With a query, only what has exactly that one. */
async function answerWith(page: Page, path: string, data: object): Promise<void> {
  await page.route(
    ({ pathname, search }) => `${pathname}${path.includes('?') ? search : ''}` === path,
    (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: { code: '200', error_code: null, error_message: null, data } })
        : route.fallback(),
  );
}

/** Lets the account have these checks, the latest first, of which those of one subject are compared. */
export async function answerChecks(page: Page, checks: readonly AmlCheck[]): Promise<void> {
  const listed: DataOf<typeof listAmlChecks> = { count: checks.length, checks: [...checks] };
  await answerWith(page, '/console/aml/checks', listed);
  const activity: DataOf<typeof readAmlActivity> = {
    running_count: checks.filter(isRunning).length,
    running: checks.filter(isRunning),
    ended: checks.filter((check) => !isRunning(check)),
    checks_left: { count: '31', reported_at: minutesAgo(1) },
    price: { amount: decimal('1'), currency: 'USDT' },
  };
  await answerWith(page, '/console/aml/activity', activity);
  for (const check of checks) {
    const read: DataOf<typeof readAmlCheck> = {
      check,
      report: check.state === 'finished' ? reportOf(check) : null,
      decisions: [],
      other_decision: null,
      others: checks.filter((other) => other !== check && other.value === check.value),
    };
    await answerWith(page, `/console/aml/checks/one?id=${check.id}`, read);
  }
}
