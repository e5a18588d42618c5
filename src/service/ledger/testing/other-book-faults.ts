import { sql } from 'kysely';
import {
  books,
  check,
  exchange,
  isOpen,
  posting,
  removePosting,
  request,
  type InjectedFault,
} from './injected-fault.ts';

/** Ways to break the other rules of balances, postings and their documents. */
export const otherBookFaults: readonly InjectedFault[] = [
  {
    name: 'funds on a deleted wallet',
    rule: 'deleted-wallet-holds-funds',
    scope: 'current',
    tables: ['wallets', 'wallet_counts'],
    statements: (accountId) => [
      sql`
        update wallets set deleted_at = now() where address = (
          select wallet_address from ledger_accounts
          where account_id = ${accountId} and kind = 'wallet' and balance > 0
          order by ledger_account_id limit 1)`,
    ],
  },
  {
    name: 'a ledger account that is given to another network',
    rule: 'ledger-account-differs',
    scope: 'current',
    tables: ['ledger_accounts'],
    statements: (accountId) => [
      sql`
        update ledger_accounts set network = 'sol' where ledger_account_id = (
          select ledger_account_id from ledger_accounts where account_id = ${accountId} and kind = 'wallet'
          order by ledger_account_id limit 1)`,
    ],
  },
  {
    name: 'an entry that is changed',
    rule: 'posting-sums-to-zero',
    scope: 'current',
    tables: ['ledger_entries'],
    statements: (accountId) => [
      sql`
        update ledger_entries set amount = amount + 1
        where posting_id = ${posting(accountId, 'deposit')} and amount > 0`,
    ],
  },
  {
    name: 'a posting whose entries are deleted',
    rule: 'posting-without-entries',
    scope: 'current',
    tables: ['ledger_entries'],
    statements: (accountId) => [
      sql`delete from ledger_entries where posting_id = ${posting(accountId, 'deposit')}`,
    ],
  },
  {
    name: 'a posting that is given to another account',
    rule: 'posting-of-another-account',
    scope: 'current',
    tables: ['ledger_postings'],
    statements: (accountId) => [
      sql`
        update ledger_postings set account_id = (
          select account_id from accounts where account_id <> ${accountId} order by account_id limit 1)
        where posting_id = ${posting(accountId, 'deposit')}`,
    ],
  },
  {
    name: 'a posting of an unknown kind',
    rule: 'unknown-posting',
    scope: 'current',
    tables: ['ledger_postings'],
    statements: (accountId) => [
      sql`
        update ledger_postings set kind = 'correction' where posting_id = ${posting(accountId, 'deposit')}`,
    ],
  },
  {
    name: 'a completed withdrawal whose fee is changed',
    rule: 'withdrawal-differs',
    scope: 'current',
    tables: ['withdrawal_requests'],
    statements: (accountId) => [
      sql`
        update withdrawal_requests set fee = fee + 0.5
        where request_id = ${request(accountId, sql`status = 'completed'`)}`,
    ],
  },
  {
    name: 'an exchange that is posted and not there',
    rule: 'exchange-without-document',
    scope: 'current',
    tables: ['exchange_transactions'],
    statements: (accountId) => [
      sql`
        update exchange_transactions set status = 'error' where transaction_id = ${exchange(accountId)}`,
    ],
  },
  {
    name: 'an exchange that is not posted',
    rule: 'exchange-not-posted',
    scope: 'current',
    tables: books,
    statements: (accountId) => removePosting(posting(accountId, 'exchange')),
  },
  {
    name: 'an unpaid AML check',
    rule: 'aml-check-not-charged',
    scope: 'current',
    tables: books,
    statements: (accountId) => removePosting(posting(accountId, 'aml_fee')),
  },
  {
    name: 'an AML fee that is changed',
    rule: 'aml-fee-differs',
    scope: 'current',
    tables: ['aml_checks'],
    statements: (accountId) => [
      sql`update aml_checks set fee = fee + 1 where uid = ${check(accountId, 'completed')}`,
    ],
  },
  {
    name: 'a hold whose request is gone',
    rule: 'hold-without-request',
    scope: 'current',
    tables: ['aml_checks'],
    statements: (accountId) => [sql`delete from aml_checks where uid = ${check(accountId, 'pending')}`],
  },
  {
    name: 'a request that holds nothing',
    rule: 'request-without-hold',
    scope: 'current',
    tables: books,
    statements: (accountId) =>
      removePosting(
        posting(
          accountId,
          'hold',
          sql`reference in (select request_id from withdrawal_requests where ${isOpen})`,
        ),
      ),
  },
  {
    name: 'a hold that is less than its request pays',
    rule: 'hold-differs',
    scope: 'current',
    tables: ['withdrawal_requests'],
    statements: (accountId) => [
      sql`
        update withdrawal_requests set amount = amount + 1
        where request_id = ${request(accountId, sql`status = 'rejected'`)}`,
    ],
  },
  {
    name: 'a hold that is released while its request is open',
    rule: 'release-without-end',
    scope: 'current',
    tables: ['withdrawal_requests'],
    statements: (accountId) => [
      sql`
        update withdrawal_requests set status = 'new', next_step_at = now(), reason = null
        where request_id = ${request(accountId, sql`status = 'rejected'`)}`,
    ],
  },
  {
    name: 'a release that gives back another amount',
    rule: 'release-differs',
    scope: 'current',
    tables: ['withdrawal_requests'],
    statements: (accountId) => [
      sql`
        update withdrawal_requests set amount = amount + 1
        where request_id = ${request(accountId, sql`status = 'error'`)}`,
    ],
  },
];
