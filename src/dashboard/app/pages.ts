import {
  IconAddressBook,
  IconArrowsLeftRight,
  IconChartPie,
  IconExchange,
  IconHistory,
  type IconProps,
  IconLayoutDashboard,
  IconSettings,
  IconShieldCheck,
  IconUpload,
  IconWallet,
} from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Permission } from '#contract/permissions.ts';

/** What the file of a page exports. */
export type PageModule = {
  Component: ComponentType;
  /** Requests the page's data as the page is opened. Not called for a key that lacks the page's permission. */
  loader?: (queryClient: QueryClient, url: string) => unknown;
};

/** What opens within a page at an address of its own: a drawer, a dialog or a tab. */
export type View = {
  /** Below the page's path; an empty one is what the page opens with. */
  path: string;
  /** Needed in place of the page's own. The view itself says so where it is missing. */
  permission?: Permission;
  load: () => Promise<PageModule>;
  /** Whether the page itself handles the URLs below its own. */
  ownsBelow?: true;
  views?: readonly View[];
};

/** What the palette offers beside the page itself. */
type Shortcut = {
  label: string;
  keywords: string;
  to: string;
  /** Needed in place of the page's own. */
  permission?: Permission;
  isCommand?: true;
};

export type Page = {
  /** The address, with `:name` for a part that varies. */
  path: `/${string}`;
  /** An address the page had in an earlier release. Bookmarks and links to it, and to what is below it, still work. */
  formerPath?: `/${string}`;
  /** Names the page in its heading, the browser's tab, the navigation and the palette. */
  title: string;
  /** What a key needs to see the page; null where any key may. */
  permission: Permission | null;
  /** Opens before sign-in, without the navigation around it. */
  isPublic?: true;
  /** Where the page is in the navigation, if it is. */
  navigation?: { section: 'main' | 'settings'; icon: ComponentType<IconProps> };
  /** Further words by which the palette finds the page. It doesn't offer a page without them. */
  keywords?: string;
  /** What the palette calls the page; it then is among the commands. */
  command?: string;
  shortcuts?: readonly Shortcut[];
  load: () => Promise<PageModule>;
  /** Whether the page itself handles the URLs below its own. */
  ownsBelow?: true;
  views?: readonly View[];
};

/**
 * Every page of the console, in the order of the navigation. The router, the navigation, the palette, headings, titles,
 * preloads and the accessibility tests all derive from it. Node imports it as well, to build and to test: nothing here
 * may need a browser.
 */
export const pages = [
  {
    path: '/sign-in',
    title: 'Sign in',
    permission: null,
    isPublic: true,
    load: () => import('../features/sign-in/sign-in-page.tsx'),
  },
  {
    path: '/',
    title: 'Overview',
    permission: null,
    navigation: { section: 'main', icon: IconLayoutDashboard },
    keywords: 'start home attention movement',
    load: () => import('../features/overview/overview-page.tsx'),
  },
  {
    path: '/wallets',
    title: 'Wallets',
    permission: 'wallets:read',
    navigation: { section: 'main', icon: IconWallet },
    keywords: 'addresses',
    shortcuts: [
      {
        label: 'New wallet',
        keywords: 'create',
        to: '/wallets/new',
        permission: 'wallets:write',
        isCommand: true,
      },
      {
        label: 'Import wallets',
        keywords: 'csv file create many',
        to: '/wallets/import',
        permission: 'wallets:write',
        isCommand: true,
      },
    ],
    load: () => import('../features/wallets/wallets-page.tsx'),
    views: [
      {
        path: 'new',
        permission: 'wallets:write',
        load: () => import('../features/wallets/edit/create-wallet.tsx'),
      },
      {
        path: 'import',
        permission: 'wallets:write',
        load: () => import('../features/wallets/import/import-wallets.tsx'),
      },
      {
        path: ':address',
        load: () => import('../features/wallets/drawer/wallet-drawer.tsx'),
        views: [
          { path: 'deposit', load: () => import('../features/wallets/drawer/deposit-sheet.tsx') },
          { path: 'rename', load: () => import('../features/wallets/edit/rename-wallet.tsx') },
          { path: 'status', load: () => import('../features/wallets/edit/set-wallet-status.tsx') },
          { path: 'notes', load: () => import('../features/wallets/edit/wallet-notes-form.tsx') },
          { path: 'delete', load: () => import('../features/wallets/edit/delete-wallet.tsx') },
        ],
      },
    ],
  },
  {
    path: '/balances',
    title: 'Balances',
    permission: 'balances:read',
    navigation: { section: 'main', icon: IconChartPie },
    keywords: 'funds',
    load: () => import('../features/balances/balances-page.tsx'),
    views: [
      { path: '', load: () => import('../features/balances/overview/overview.tsx') },
      { path: 'aml-fees', load: () => import('../features/balances/aml-fees.tsx') },
      { path: 'check', load: () => import('../features/balances/check/check.tsx') },
    ],
  },
  {
    path: '/transactions',
    title: 'Transactions',
    permission: 'transactions:read',
    navigation: { section: 'main', icon: IconArrowsLeftRight },
    keywords: 'history',
    shortcuts: [
      {
        label: 'Transactions in progress',
        keywords: 'pending late',
        to: '/transactions?status=in_progress',
      },
      { label: 'Failed transactions', keywords: 'error', to: '/transactions?status=error' },
      { label: 'Transactions last month', keywords: 'export', to: '/transactions?range=last-month' },
    ],
    load: () => import('../features/transactions/transactions-page.tsx'),
    views: [{ path: ':id', load: () => import('../features/transactions/transaction-drawer.tsx') }],
  },
  {
    path: '/exchanges',
    title: 'Exchanges',
    permission: 'exchanges:read',
    navigation: { section: 'main', icon: IconExchange },
    keywords: 'rates conversion',
    load: () => import('../features/exchanges/exchanges-page.tsx'),
    views: [{ path: ':id', load: () => import('../features/exchanges/exchange-drawer.tsx') }],
  },
  {
    path: '/withdrawals',
    title: 'Withdrawals',
    permission: 'withdrawals:read',
    navigation: { section: 'main', icon: IconUpload },
    keywords: 'requests payouts',
    shortcuts: [
      {
        label: 'New withdrawals',
        keywords: 'requests waiting delete',
        to: '/withdrawals?status=new',
      },
      {
        label: 'Processing withdrawals',
        keywords: 'requests pending',
        to: '/withdrawals?status=processing',
      },
    ],
    load: () => import('../features/withdrawals/withdrawals-page.tsx'),
    views: [
      {
        path: ':id',
        load: () => import('../features/withdrawals/withdrawal-drawer.tsx'),
        views: [
          { path: 'delete', load: () => import('../features/withdrawals/delete/delete-withdrawal.tsx') },
        ],
      },
    ],
  },
  {
    path: '/withdrawals/new',
    title: 'New withdrawal',
    permission: 'withdrawals:write',
    command: 'New withdrawal',
    keywords: 'create request pay send',
    load: () => import('../features/withdrawals/create/create-withdrawal.tsx'),
  },
  {
    path: '/withdrawals/import',
    title: 'Import withdrawals',
    permission: 'withdrawals:write',
    command: 'Import withdrawals from CSV',
    keywords: 'import list upload many',
    load: () => import('../features/withdrawals/import/import-withdrawals.tsx'),
  },
  {
    path: '/withdrawals/unknown-outcomes',
    formerPath: '/withdrawals/unconfirmed',
    title: 'Withdrawals with unknown outcome',
    permission: 'withdrawals:read',
    keywords: 'outcome unknown lost',
    load: () => import('../features/withdrawals/outcomes/unknown-outcomes-page.tsx'),
  },
  {
    path: '/address-book',
    title: 'Address book',
    permission: 'withdrawals:read',
    navigation: { section: 'main', icon: IconAddressBook },
    keywords: 'recipients allowlist whitelist names',
    shortcuts: [
      {
        label: 'Add address book entry',
        keywords: 'create',
        to: '/address-book/new',
        permission: 'withdrawals:write',
        isCommand: true,
      },
    ],
    ownsBelow: true,
    load: () => import('../features/address-book/book-page.tsx'),
  },
  {
    path: '/aml',
    title: 'AML checks',
    permission: 'transactions:read',
    navigation: { section: 'main', icon: IconShieldCheck },
    keywords: 'compliance risk score report sanctions decide',
    load: () => import('../features/aml/aml-page.tsx'),
  },
  {
    path: '/aml/monitoring',
    formerPath: '/aml/watches',
    title: 'Monitoring',
    permission: 'transactions:read',
    keywords: 'aml monitoring again',
    load: () => import('../features/aml/watches/watches-page.tsx'),
  },
  {
    path: '/aml/batch',
    formerPath: '/aml/many',
    title: 'Batch screening',
    permission: 'aml:check',
    keywords: 'aml batch screening list',
    load: () => import('../features/aml/many/many-view.tsx'),
  },
  {
    path: '/aml/:id',
    title: 'AML check',
    permission: 'transactions:read',
    load: () => import('../features/aml/report/check-view.tsx'),
  },
  {
    path: '/activity-log',
    formerPath: '/journal',
    title: 'Activity log',
    permission: 'transactions:read',
    navigation: { section: 'main', icon: IconHistory },
    keywords: 'audit log who changed',
    load: () => import('../features/activity-log/activity-log-page.tsx'),
    views: [{ path: ':id', load: () => import('../features/activity-log/activity-log-drawer.tsx') }],
  },
  {
    path: '/ledger-check',
    title: 'Ledger check',
    permission: 'balances:read',
    keywords: 'faults payments paused',
    load: () => import('../features/ledger-check/ledger-check-page.tsx'),
  },
  {
    path: '/settings',
    title: 'Settings',
    permission: null,
    navigation: { section: 'settings', icon: IconSettings },
    keywords: 'explorers rules',
    load: () => import('../features/settings/settings-page.tsx'),
  },
  {
    path: '/settings/aml',
    title: 'AML rules',
    permission: null,
    keywords: 'sanctions lists risk',
    load: () => import('../features/settings/aml-rules-page.tsx'),
  },
  {
    path: '/help',
    title: 'Documentation',
    permission: null,
    keywords: 'help docs manual guide',
    load: () => import('../features/help/help-page.tsx'),
  },
  {
    path: '/help/:doc',
    title: 'Documentation',
    permission: null,
    load: () => import('../features/help/doc-page.tsx'),
  },
] as const satisfies readonly Page[];

export type PagePath = (typeof pages)[number]['path'];
