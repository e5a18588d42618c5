import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AuditLogEntry } from '#contract/gateway/audit-log.ts';
import { consolePermissions, neededFor, permissions, type RolePermission } from '#contract/permissions.ts';
import { formatList } from '#domain/format.ts';
import { loadedList } from '#dashboard/entities/aml/aml-testing.tsx';
import type { Page } from './page.ts';
import { pages } from './pages.ts';
import { showPage, textOf } from './testing-page.tsx';
import { roleWith } from './testing-roles.ts';

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
    const reading = { permissions: ['wallets:read' as const, 'transactions:read' as const] };
    const { html, text } = await showPage('/', reading, newAccount);
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

const permitted = (pages as readonly Page[]).filter(
  (page) => page.isPublic !== true && !page.path.includes(':') && neededFor(page).length > 0,
);

const everyPermission: readonly RolePermission[] = [...permissions, ...consolePermissions];

it.each(permitted)('$path names each permission that a role lacks for it', async (page) => {
  const needed = neededFor(page);
  for (const lacking of [...needed.map((each) => [each]), ...(needed.length > 1 ? [needed] : [])]) {
    const held = everyPermission.filter((each) => !lacking.includes(each));
    const { html, text } = await showPage(page.path, roleWith(held));
    expect(text).toContain('No permission to');
    expect(text).toContain(`Your role doesn’t include ${formatList(lacking)}.`);
    expect(html).toContain(`>${page.title}</h1>`);
    expect(html).not.toContain('<table');
  }
});

it.each(permitted)('$path opens to a role that has what it needs', async (page) => {
  const { text } = await showPage(page.path, roleWith(neededFor(page)));
  expect(text).not.toContain('No permission to');
});

it('names the permissions that an API key lacks', async () => {
  const ofOne = await showPage('/wallets', { permissions: ['exchanges:read'] });
  expect(ofOne.text).toContain(
    'Your API key doesn’t have the wallets:read permission. Sign in with a key that has it, or ask your administrator.',
  );
  const ofSeveral = await showPage('/settings/users', {
    permissions: ['wallets:read', 'balances:read', 'transactions:read', 'exchanges:read', 'withdrawals:read'],
  });
  expect(ofSeveral.text).toContain(
    'Your API key doesn’t have the wallets:write, withdrawals:write, and aml:check permissions. Sign in with a key that has them, or ask your administrator.',
  );
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

it('says that there is no such AML check', async () => {
  const { text } = await showPage('/aml/nonsense', {}, quiet);
  expect(text).toContain('Check not found');
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

it('names in the activity log the user who did something, and not the key of the account', async () => {
  const entry: AuditLogEntry = {
    sequence: 1,
    created_at: '2025-11-20T08:15:31.123456Z',
    operation: 'signInAsSandboxUser',
    status: 'completed',
    subject: null,
    created_id: null,
    error_message: null,
    http_status: 200,
    user_name: 'Olivia Hart',
    user_id: 'user_1',
    key_name: 'Programs',
    key_fingerprint: '0123456789ab',
    ip_address: '192.0.2.1',
    session: '0123456789ab',
    via: 'session',
    request_id: 'req_1',
    details: null,
    salt: null,
    details_need: null,
    hash: 'ab'.repeat(32),
    previous_hash: 'cd'.repeat(32),
    outcome_sequence: null,
    outcome_at: null,
    outcome_salt: null,
    outcome_hash: null,
    outcome_previous_hash: null,
  };
  const entries = [entry, { ...entry, sequence: 2, user_name: 'Sofia Lindgren', user_id: 'user_2' }];
  const { html } = await showPage('/activity-log', {}, { '/console/audit-log': { count: 2, entries } });
  const rows = rowsOf(html);
  expect(rows).toHaveLength(2);
  for (const [index, name] of ['Olivia Hart', 'Sofia Lindgren'].entries()) {
    expect(rows[index]).toContain('Sign in as sandbox user');
    expect(rows[index]).toContain(name);
    expect(rows[index]).not.toContain('Programs');
  }
});

describe('the statement', () => {
  const nothing = { on_hold: '0', in_transit: '0' };
  const still = { withdrawal_fees: '0', aml_check_fees: '0', exchanged_in: '0', exchanged_out: '0' };
  const row = (closing: string) => ({
    type: 'user',
    network: 'trx',
    currency: 'USDT',
    opening: { ...nothing, total: '5' },
    movements: { ...still, inflow: '1.5', outflow: '-1', collected: '0', other: '0' },
    closing: { ...nothing, total: closing },
  });
  const show = async (closing: string) => {
    const statement = {
      from: '2025-10-01T00:00:00.000000Z',
      as_of: '2025-11-01T00:00:00.000000Z',
      rows: [row(closing)],
    };
    const answers = { '/console/statement': { statement }, '/console/closed-periods': { books: null } };
    return showPage('/books?from=2025-10-01&to=2025-11-01', {}, answers);
  };
  const addsUp = 'Opening plus movements equals closing';

  it('says that it adds up', async () => {
    const { html, text } = await show('5.5');
    expect(text).toContain(addsUp);
    expect(html).not.toContain('role="alert"');
  });

  it('shows an amount that does not add up as a fault, and claims nothing then', async () => {
    const { html, text } = await show('5.500000000000000001');
    const [, alert = ''] = /role="alert"(.*)<section/s.exec(html) ?? [];
    expect(textOf(`<div ${alert}`)).toContain('1 amount doesn’t add up.');
    expect(text).not.toContain(addsUp);
  });
});

const headersOf = (html: string) => html.match(/<th[\s>].*?<\/th>/gs) ?? [];

/** The text of each row of a list. */
const rowsOf = (html: string) => (html.match(/<tr [^>]*data-row.*?<\/tr>/gs) ?? []).map(textOf);

/** Whether the button with this text is disabled, and how it is described. */
function buttonOf(html: string, label: string) {
  const buttons = html.matchAll(/<button ([^>]*)>(.*?)<\/button>/gs);
  const [, attributes = ''] = buttons.find(([, , content = '']) => textOf(content) === label) ?? [];
  const [, id = ''] = /aria-describedby="([^"]*)"/.exec(attributes) ?? [];
  const [, reason = ''] = new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(html) ?? [];
  return { isDisabled: attributes.includes('aria-disabled="true"'), reason };
}
