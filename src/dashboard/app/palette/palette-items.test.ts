import { describe, expect, it } from 'vitest';
import type { Session } from '#contract/gateway/sessions.ts';
import { lackingOf, neededFor } from '#contract/permissions.ts';
import { recognise } from '#domain/recognise.ts';
import type { Page } from '../page.ts';
import { pages } from '../pages.ts';
import { pageOffers, paletteItems } from './palette-items.ts';

const own = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
const offers = [
  { id: 'balances', group: 'Pages', label: 'Balances', also: 'funds', to: '/balances' },
  { id: 'new', group: 'Commands', label: 'New wallet', to: '/wallets/new' },
] as const;

const labels = (text: string) =>
  paletteItems(text, {
    offers,
    walletNames: new Map([
      [own, 'Weekend settlement float'],
      ['0xAb', 'Cold storage'],
    ]),
    recognition: recognise(text),
    isOwnService: true,
    permissions: null,
    console_permissions: null,
    missing_operations: [],
  }).map(({ label }) => label);

const offered = (text: string, permissions: Session['permissions'], missing: string[] = []) =>
  paletteItems(text, {
    offers: pageOffers(pages),
    walletNames: new Map(),
    recognition: recognise(text),
    isOwnService: true,
    permissions,
    console_permissions: null,
    missing_operations: missing,
  }).map(({ label }) => label);

const withdrawalSearch = (isOwnService: boolean) =>
  paletteItems('inv-7', {
    offers,
    walletNames: new Map(),
    recognition: undefined,
    isOwnService,
    permissions: null,
    console_permissions: null,
    missing_operations: [],
  }).find(({ id }) => id === 'search withdrawals');

describe('the palette', () => {
  it('offers pages and commands before anything is typed', () => {
    expect(labels('')).toEqual(['Balances', 'New wallet']);
  });

  it('finds them and wallets by the beginnings of words, in any order', () => {
    expect(labels('set week')[0]).toBe('Weekend settlement float');
    expect(labels('fun')[0]).toBe('Balances');
    expect(labels('set bal')).not.toContain('Weekend settlement float');
  });

  it('offers no search for a name in lists that only search IDs, hashes and addresses', () => {
    const found = labels('Weekend settlement');
    expect(found).toEqual(['Weekend settlement float', 'Find “Weekend settlement” in withdrawals']);
  });

  it('finds a page by its whole title, with a hyphen too', () => {
    for (const text of ['Sign-in methods', 'sign in'])
      expect(offered(text, null)).toContain('Sign-in methods');
  });

  it('finds a page by its name for those alone who may open it', () => {
    const named = pages.filter((page: Page) => page.keywords !== undefined);
    const nothing = { permissions: [], consolePermissions: null };
    for (const page of named as readonly Page[]) {
      const name = page.command ?? page.title;
      expect(offered(name, null)).toContain(name);
      expect(offered(name, []).includes(name)).toBe(lackingOf(nothing, neededFor(page)).length === 0);
    }
  });

  it('finds a page by its keywords', () => {
    expect(offered('audit', null)[0]).toBe('Activity log');
    expect(offered('overview', null)[0]).toBe('Overview');
  });

  it('finds wallets by any part of their name', () => {
    expect(labels('TTLEMENT fl')[0]).toBe('Weekend settlement float');
    expect(labels('oa')).not.toContain('Weekend settlement float');
  });

  it('offers nothing that the provider has no operation for', () => {
    const missing = [
      'createWallet',
      'createWithdrawalRequest',
      'listExchangeTransactions',
      'requestAmlReport',
    ];
    const gone = [
      'New wallet',
      'Import wallets',
      'New withdrawal',
      'Import withdrawals from CSV',
      'Exchanges',
      'Batch screening',
    ];
    expect(gone.filter((label) => !offered('', null).includes(label))).toEqual([]);
    expect(gone.filter((label) => offered('', null, missing).includes(label))).toEqual([]);
    expect(offered('', null, missing)).toContain('Wallets');
    expect(offered(own, null, missing)).not.toContain('AML check of this address');
    expect(offered('exch-1', null, missing)).not.toContain('Find “exch-1” in exchanges');
  });

  it('recognises an own address and what can be seen of it', () => {
    expect(labels(own).slice(0, 2)).toEqual(['Weekend settlement float', 'Transactions of this address']);
  });

  it('recognises a transaction hash', () => {
    expect(labels(`0x${'ab'.repeat(32)}`)[0]).toBe('Transactions with this hash');
  });

  it('offers an AML check of what the reports cover, to a key that may start one', () => {
    const check = 'AML check of this address';
    expect(offered(own, ['aml:check'])).toContain(check);
    expect(offered(own, ['transactions:read'])).not.toContain(check);
    expect(offered(`0x${'ab'.repeat(32)}`, null)).toContain('AML check of this transaction');
    expect(offered('11111111111111111111111111111111', null)).toContain('Transactions of this address');
    expect(offered('11111111111111111111111111111111', null)).not.toContain(check);
  });

  it('leads to a withdrawal by its id', () => {
    expect(labels('wd_0190a6f0')).toContain('Withdrawal with this ID');
  });

  it('finds a wallet by any part of its address', () => {
    expect(labels('kXW9ke').length).toBe(3);
    expect(labels(own.slice(10, 16))[0]).toBe('Weekend settlement float');
  });

  it('puts what was looked up first, and offers it once', () => {
    const found = {
      id: 'withdrawal wd_1',
      group: 'Found',
      label: 'Withdrawal of 5 BTC',
      to: '/withdrawals/wd_1',
    } as const;
    const items = paletteItems('wd_1', {
      offers,
      walletNames: new Map(),
      found: [found],
      recognition: undefined,
      isOwnService: true,
      permissions: null,
      console_permissions: null,
      missing_operations: [],
    });
    expect(items[0]).toBe(found);
    expect(items.filter(({ label }) => label === 'Withdrawal with this ID')).toEqual([]);
  });

  it('does not claim to have found what was not looked up', () => {
    for (const text of ['wd_0190a6f0', 'qqq', `0x${'ab'.repeat(32)}`]) {
      const items = paletteItems(text, {
        offers,
        walletNames: new Map(),
        recognition: recognise(text),
        isOwnService: true,
        permissions: null,
        console_permissions: null,
        missing_operations: [],
      });
      expect(new Set(items.map(({ group }) => group))).toEqual(new Set(['Search']));
    }
  });

  it('looks for anything else where it can be found, from three characters on', () => {
    expect(labels('qqq')).toEqual([
      'Find “qqq” in transactions',
      'Find “qqq” in exchanges',
      'Find “qqq” in withdrawals',
    ]);
    expect(labels('qq')).toEqual([]);
  });

  it('finds withdrawals by part of their reference on our own service, and by all of it elsewhere', () => {
    expect(withdrawalSearch(true)).toMatchObject({ to: '/withdrawals?search=inv-7' });
    expect(withdrawalSearch(false)).toMatchObject({ to: '/withdrawals?external_id=inv-7' });
  });

  it('offers documents only for what is typed, after pages and commands', () => {
    const doc = { id: 'doc', group: 'Documentation', label: 'Balances explained', to: '/help/x' } as const;
    const found = (text: string) =>
      paletteItems(text, {
        offers: [...offers, doc],
        walletNames: new Map(),
        recognition: undefined,
        isOwnService: true,
        permissions: null,
        console_permissions: null,
        missing_operations: [],
      }).map(({ label }) => label);
    expect(found('')).not.toContain('Balances explained');
    expect(found('bal').slice(0, 2)).toEqual(['Balances', 'Balances explained']);
  });

  it('finds a page by a word with a hyphen', () => {
    expect(offered('sign-in me', null)).toEqual(expect.arrayContaining(['Sign-in methods']));
  });

  it('leads only where the key may go', () => {
    expect(offered('', ['balances:read'])).toEqual([
      'Overview',
      'Balances',
      'Statement',
      'Ledger entries',
      'Closed periods',
      'Reports',
      'Statement and report files',
      'Exchange rates',
      'Ledger check',
      'Settings',
      'Sessions',
      'Roles',
      'AML rules',
      'Values and exchange rates',
      'Sign-in methods',
      'What this provider can do',
      'Documentation',
    ]);
    expect(offered('qqq', ['exchanges:read'])).toEqual(['Find “qqq” in exchanges']);
    expect(offered('wd_0190a6f0', ['balances:read'])).toEqual([]);
    // What a provider's key may do isn't known: the provider decides.
    expect(offered('new wi', null)).toEqual(expect.arrayContaining(['New withdrawal']));
  });
});
