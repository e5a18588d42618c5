import type { PagePath } from '../src/dashboard/app/pages.ts';

/** The screen in `accessibility-screens.ts` that shows each page whole. A page without one doesn't compile. */
export const pageScreens = {
  '/sign-in': 'sign-in',
  '/join': 'invitation',
  '/setup': 'setup with what is wrong with it',
  '/': 'overview',
  '/wallets': 'wallet list',
  '/balances': '/balances',
  '/books': 'statement of a month',
  '/books/entries': 'ledger entries of withdrawals',
  '/books/rates': 'exchange rates with gaps and earlier values',
  '/books/periods': 'closed periods with drift, and a period to close',
  '/books/files': 'statement files in every state',
  '/books/reconciliation': 'reconciliations',
  '/books/reports': 'report of fees by month',
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
  '/settings/users': 'users of an account without any',
  '/settings/roles': 'roles',
  '/settings/sessions': 'sessions of an API key',
  '/settings/accounts': 'accounts of a user, with a complaint at the name',
  '/settings/keys': 'API keys with one that belongs to another account',
  '/settings/aml': 'AML rules',
  '/settings/value': 'values, and a complaint at the URL of rates',
  '/settings/events': 'events with a new URL, and a complaint at the allowed sources',
  '/settings/sign-in': 'sign-in methods of a user',
  '/settings/provider': 'what a provider can do, with gaps and suggested settings',
  '/help': 'documentation',
  '/help/:doc': 'a document with tables and code',
} satisfies Record<PagePath, string>;

/**
 * A screen of each kind of thing that covers or replaces a page, or tells of something beside it, of those that most
 * pages share. The others, such as steps of signing in and the API reference, are checked by `npm run test:long` alone.
 */
export const screenOfKind = {
  drawer: 'one transaction',
  'columns of a list': 'columns of a list',
  'range of a list': 'range of a list',
  'list where nothing matches': 'transactions that no filter matches',
  'form in a dialog': 'new wallet with a complaint at a field',
  'question before something is deleted': 'deleting a withdrawal request',
  'review before something is paid': 'the review of a new withdrawal',
  'review of a file': 'the review of withdrawals from a file, with what is wrong and what is asked',
  'chart with its table': 'overview with its table',
  'page that cannot be read': 'balances that cannot be read',
  'page without the permission': 'transactions without the permission',
  palette: 'search for everything',
  'announcement beside the page': 'AML checks that have ended, announced beside the page',
  'notice above the page': 'notice of new devices',
} as const;
