import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadedList } from '#dashboard/entities/aml/aml-testing.tsx';
import { showPage, textOf } from './testing-page.tsx';

// What a page says in one given state. What it does then, browser tests say.

afterEach(() => vi.unstubAllGlobals());

const service = '/api/prod/v1';
const wallets = (count: number) => ({
  user_id: 'u',
  count,
  wallets: Array.from({ length: count }, () => ({ address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' })),
});

/** Nothing has happened on the account. */
const quiet = {
  [`${service}/wallets`]: wallets(1),
  [`${service}/user-balances`]: { user_id: 'u', balances: {} },
  [`${service}/transactions`]: { count: 0, transactions: [] },
  [`${service}/withdrawal-requests`]: {
    success: true,
    data: [],
    meta: { limit: 1, offset: 0, total: 0 },
  },
  '/console/sanctions-hits': { count: 0, latest: [] },
  '/console/ledger-faults': { check: null },
  '/console/closed-periods': { books: null },
  '/console/aml/checks': { count: 0, checks: [] },
  '/console/aml/watches': {
    watches: [],
    budget: { per_month: 100, spent: 0, renewed_at: '2026-12-01T00:00:00Z', version: 0 },
  },
  '/console/aml/sanctions-lists': { lists: [loadedList] },
  '/console/aml/sanctions-alerts': { count: 0, latest: [] },
};
const newAccount = { ...quiet, [`${service}/wallets`]: wallets(0) };

describe('the overview', () => {
  it('says so if nothing needs attention', async () => {
    const { html, text } = await showPage('/', {}, quiet);
    expect(text).toContain('Nothing needs attention');
    expect(text).toMatch(/no withdrawals waiting to be processed,? and no network/);
    const attention = html.slice(html.indexOf('Needs attention now'), html.indexOf('Balances at a glance'));
    expect(attention).not.toContain('<a ');
  });

  it('leads a new account to its first wallet', async () => {
    const { html, text } = await showPage('/', {}, newAccount);
    expect(text).toContain('Create your first wallet');
    expect(text).toContain('No balances yet');
    expect(html).toMatch(/<a [^>]*href="\/wallets\/new"[^>]*>(?:<[^>]+>)*Create the first wallet/);
  });

  it('says to a new account that its key may not create a wallet', async () => {
    const permissions = ['wallets:read' as const, 'transactions:read' as const];
    const { html, text } = await showPage('/', { permissions }, newAccount);
    expect(text).toContain('No wallets yet');
    expect(html).toMatch(/<button [^>]*aria-disabled="true"[^>]*>(?:<[^>]+>)*Create the first wallet/);
    expect(html).toContain('doesn’t have the wallets:write permission');
  });

  it('says which permission the parts need that a key can’t see, and asks for none of them', async () => {
    const ofFunds = await showPage('/', { permissions: ['balances:read', 'wallets:read'] }, quiet);
    expect(ofFunds.text).toContain('No balances yet');
    expect(ofFunds.text).toContain('Your API key doesn’t have the transactions:read permission.');
    expect(ofFunds.text).toContain('Late transactions: your API key needs the transactions:read permission.');
    expect(ofFunds.asked.join(' ')).not.toMatch(/transactions|withdrawal|movements/);

    const ofMovement = await showPage('/', { permissions: ['transactions:read'] }, quiet);
    // Added up once it is seen.
    expect(ofMovement.text).toContain('Adding up transactions');
    expect(ofMovement.text).toContain('Your API key doesn’t have the balances:read permission.');
    expect(ofMovement.text).toContain('New withdrawals: your API key needs the withdrawals:read permission.');
  });

  it('reports of a part that can’t be read only its own failure', async () => {
    const { [`${service}/transactions`]: _unread, ...others } = quiet;
    const { text } = await showPage('/', {}, others);
    expect(text).toContain('Failed transactions couldn’t be loaded. Not found: No luck today.');
    expect(text).toContain('No balances yet');
    expect(text).not.toContain('New withdrawals couldn’t be loaded');
  });
});

it.each([
  ['/wallets', 'wallets:read'],
  ['/balances', 'balances:read'],
  ['/books', 'balances:read'],
  ['/transactions', 'transactions:read'],
  ['/aml', 'transactions:read'],
  ['/withdrawals/new', 'withdrawals:write'],
])('%s names the permission %s to a key that lacks it', async (path, permission) => {
  const { html, text } = await showPage(path, { permissions: ['exchanges:read'] });
  expect(text).toContain(`Your API key doesn’t have the ${permission} permission.`);
  expect(html).not.toContain('<table');
});

it.each([
  ['/wallets', 'New wallet', 'wallets:read', 'wallets:write'],
  ['/withdrawals', 'New withdrawal', 'withdrawals:read', 'withdrawals:write'],
  ['/address-book', 'Add address', 'withdrawals:read', 'withdrawals:write'],
  ['/aml', 'Check', 'transactions:read', 'aml:check'],
  ['/aml/monitoring', 'Monitor', 'transactions:read', 'aml:check'],
] as const)('%s says at “%s” to a key with %s alone that it lacks %s', async (path, label, held, lacking) => {
  const { html } = await showPage(path, { permissions: [held] }, quiet);
  expect(buttonOf(html, label)).toEqual({
    isDisabled: true,
    reason: `This API key doesn’t have the ${lacking} permission.`,
  });
});

it('sorts withdrawals only by what the interface sorts by', async () => {
  const { html } = await showPage('/withdrawals', {}, quiet);
  const sorted = headersOf(html).filter((header) => header.includes('<a '));
  expect(sorted.map(textOf)).toEqual(['Time (UTC)', 'Status', 'Amount']);
});

it('says that there is no such document, and leads to the others', async () => {
  const { html, text } = await showPage('/help/nothing', {});
  expect(text).toContain('Topic not found');
  expect(html).toMatch(/<a [^>]*href="\/help"[^>]*>(?:<[^>]+>)*All topics/);
});

it('names the permission that the check of the balances needs as well', async () => {
  const { text } = await showPage('/balances/check', { permissions: ['balances:read'] });
  expect(text).toContain('Your API key doesn’t have the wallets:read permission.');
});

it('says that a moment is still to come, and that a date can’t be read', async () => {
  expect((await showPage('/balances?at=2999-01-01', {})).text).toContain('This moment is still to come');
  expect((await showPage('/balances?at=yesterday', {})).text).toContain('This date can’t be read');
});

const headersOf = (html: string) => html.match(/<th[\s>].*?<\/th>/gs) ?? [];

/** Whether the button with this text is disabled, and how it is described. */
function buttonOf(html: string, label: string) {
  const buttons = html.matchAll(/<button ([^>]*)>(.*?)<\/button>/gs);
  const [, attributes = ''] = buttons.find(([, , content = '']) => textOf(content) === label) ?? [];
  const [, id = ''] = /aria-describedby="([^"]*)"/.exec(attributes) ?? [];
  const [, reason = ''] = new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(html) ?? [];
  return { isDisabled: attributes.includes('aria-disabled="true"'), reason };
}
