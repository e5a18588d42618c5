import { IconBook2 } from '@tabler/icons-react';
import type { Page } from './page.ts';

/** The pages of the ledger, a part of `pages.ts`. */
export const booksPages = [
  {
    path: '/books',
    title: 'Statement',
    permission: 'balances:read',
    navigation: { section: 'main', icon: IconBook2, label: 'Books' },
    keywords: 'books month end opening closing balance ledger',
    load: () => import('../features/books/statement/statement-page.tsx'),
  },
  {
    path: '/books/entries',
    title: 'Ledger entries',
    permission: 'balances:read',
    needsOwnLedger: true,
    keywords: 'books ledger postings bookings journal',
    load: () => import('../features/books/entries/entries-page.tsx'),
  },
  {
    path: '/books/reconciliation',
    title: 'Reconciliation',
    permission: 'transactions:read',
    otherPermission: 'balances:read',
    keywords: 'reconcile books match compare file csv finance explorer',
    load: () => import('../features/books/reconciliation/reconciliation-page.tsx'),
    ownsBelow: true,
  },
  {
    path: '/books/periods',
    title: 'Closed periods',
    permission: 'balances:read',
    needsOwnLedger: true,
    keywords: 'books close month end reopen drift lock',
    load: () => import('../features/books/periods/periods-page.tsx'),
    views: [
      { path: 'close', load: () => import('../features/books/periods/close-period.tsx') },
      { path: ':id/reopen', load: () => import('../features/books/periods/reopen-period.tsx') },
      { path: ':id/explain', load: () => import('../features/books/periods/explain-drift.tsx') },
    ],
  },
  {
    path: '/books/reports',
    title: 'Reports',
    permission: 'balances:read',
    needsOwnLedger: true,
    keywords: 'books report fees flows inflow outflow exchanges rate spread counterparties monthly saved',
    load: () => import('../features/books/reports/reports-page.tsx'),
  },
  {
    path: '/books/files',
    title: 'Statement and report files',
    permission: 'balances:read',
    keywords: 'books download pdf excel xlsx csv hash export scheduled reports',
    load: () => import('../features/books/files/files-page.tsx'),
  },
  {
    path: '/books/rates',
    title: 'Exchange rates',
    permission: 'balances:read',
    keywords: 'value usd eur currency conversion upload',
    load: () => import('../features/books/rates/rates-page.tsx'),
    views: [{ path: 'upload', load: () => import('../features/books/rates/upload-rates.tsx') }],
  },
] as const satisfies readonly Page[];
