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
    path: '/books/rates',
    title: 'Exchange rates',
    permission: 'balances:read',
    keywords: 'value usd eur currency conversion upload',
    load: () => import('../features/books/rates/rates-page.tsx'),
    views: [{ path: 'upload', load: () => import('../features/books/rates/upload-rates.tsx') }],
  },
] as const satisfies readonly Page[];
