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
] as const satisfies readonly Page[];
