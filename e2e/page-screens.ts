import type { PagePath } from '../src/dashboard/app/pages.ts';

/** The screen in `accessibility-screens.ts` that shows each page whole. A page without one doesn't compile. */
export const pageScreens = {
  '/sign-in': 'sign-in',
  '/': 'overview',
  '/wallets': 'wallet list',
  '/balances': '/balances',
  '/transactions': 'transactions',
  '/exchanges': 'exchanges',
  '/withdrawals': 'withdrawals',
  '/withdrawals/new': 'a new withdrawal with what is wrong with it, and what a field offers',
  '/withdrawals/import': 'withdrawals from a file',
  '/withdrawals/unknown-outcomes':
    'withdrawals whose outcome is unknown, one being marked as handled, and those known by now',
  '/address-book': 'address book with an entry that cools off',
  '/aml': 'AML checks',
  '/aml/monitoring': 'monitoring with news and a spent budget',
  '/aml/batch': 'many AML checks with their results',
  '/aml/:id': 'one AML check, compared with the one before',
  '/activity-log': 'activity log',
  '/incoming-events': 'incoming events',
  '/ledger-check': 'ledger check without faults',
  '/settings': 'settings with a complaint at a field',
  '/settings/aml': 'AML rules',
  '/settings/events': 'events with a complaint at the allowed sources',
  '/settings/provider': 'what a provider can do, with gaps and suggested settings',
  '/help': 'documentation',
  '/help/:doc': 'a document with tables and code',
} satisfies Record<PagePath, string>;
