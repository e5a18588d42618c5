import { sql } from 'kysely';
import {
  books,
  check,
  exchange,
  isIn,
  isOpen,
  ofRequest,
  posting,
  removePosting,
  repeatPosting,
  request,
  transaction,
  transfer,
  type InjectedFault,
} from './injected-fault.ts';

/** The twenty that the service is measured by. */
export const twentyFaults: readonly InjectedFault[] = [
  {
    name: 'a balance that is raised without an entry',
    rule: 'balance-is-sum-of-entries',
    scope: 'current',
    tables: ['ledger_accounts'],
    statements: (accountId) => [
      sql`
        update ledger_accounts set balance = balance + 1 where ledger_account_id = (
          select ledger_account_id from ledger_accounts where account_id = ${accountId} and kind = 'wallet'
          order by ledger_account_id limit 1)`,
    ],
  },
  {
    name: 'a deposit that is posted without a transaction',
    rule: 'deposit-without-transaction',
    scope: 'current',
    tables: ['transactions', 'transaction_counts'],
    statements: (accountId) => [
      sql`delete from transactions where transaction_id = ${transaction(accountId, isIn)}`,
    ],
  },
  {
    name: 'an incoming transaction that is not posted',
    rule: 'transaction-without-deposit',
    scope: 'current',
    tables: books,
    statements: (accountId) => removePosting(posting(accountId, 'deposit')),
  },
  {
    name: 'a deposit that is posted twice',
    rule: 'posted-twice',
    scope: 'current',
    tables: books,
    statements: (accountId) => repeatPosting(posting(accountId, 'deposit')),
  },
  {
    name: 'an amount of a transaction that is changed',
    rule: 'deposit-differs',
    scope: 'current',
    tables: ['transactions'],
    statements: (accountId) => [
      sql`
        update transactions set amount = amount + 1
        where transaction_id = ${transaction(accountId, isIn)}`,
    ],
  },
  {
    name: 'an outgoing transaction whose direction is changed',
    rule: 'request-transaction-differs',
    scope: 'current',
    tables: ['transactions'],
    statements: (accountId) => [
      sql`
        update transactions set direction = 'in'
        where transaction_id = ${transaction(accountId, sql`direction = 'out' and status = 'completed'`)}`,
    ],
  },
  {
    name: 'a payment whose recipient is changed',
    rule: 'request-transaction-differs',
    scope: 'current',
    tables: ['withdrawal_requests'],
    statements: (accountId) => [
      sql`
        update withdrawal_requests set recipient_wallet = 'somebody else'
        where request_id = ${request(accountId, sql`transaction_status = 'pending'`)}`,
    ],
  },
  {
    name: 'a payment whose hash is changed',
    rule: 'payment-differs',
    scope: 'current',
    tables: ['payments'],
    statements: (accountId) => [
      sql`
        update payments set hash = hash || '0'
        where request_id = ${request(accountId, sql`status = 'completed'`)}`,
    ],
  },
  {
    name: 'a completed withdrawal that is set to failed',
    rule: 'withdrawal-without-document',
    scope: 'current',
    tables: ['withdrawal_requests', 'withdrawal_counts'],
    statements: (accountId) => [
      sql`
        update withdrawal_requests set status = 'error', transaction_status = 'failed'
        where request_id = ${request(accountId, sql`status = 'completed'`)}`,
    ],
  },
  {
    name: 'a completed withdrawal that is not posted',
    rule: 'withdrawal-not-posted',
    scope: 'current',
    tables: books,
    statements: (accountId) => removePosting(posting(accountId, 'withdrawal')),
  },
  {
    name: 'an exchange whose amount is changed',
    rule: 'exchange-differs',
    scope: 'current',
    tables: ['exchange_transactions'],
    statements: (accountId) => [
      sql`
        update exchange_transactions set amount_to = amount_to + 1
        where transaction_id = ${exchange(accountId)}`,
    ],
  },
  {
    name: 'an AML fee without its check',
    rule: 'aml-fee-without-check',
    scope: 'current',
    tables: ['aml_checks'],
    statements: (accountId) => [sql`delete from aml_checks where uid = ${check(accountId, 'completed')}`],
  },
  {
    name: 'a collection without its document',
    rule: 'collection-without-document',
    scope: 'current',
    tables: ['fund_transfers'],
    statements: (accountId) => [
      sql`delete from fund_transfers where posting_id = ${transfer(accountId, 'collection')}`,
    ],
  },
  {
    name: 'a settlement that is not posted',
    rule: 'settlement-not-posted',
    scope: 'current',
    tables: books,
    statements: (accountId) => removePosting(posting(accountId, 'settlement')),
  },
  {
    name: 'an open request whose amount is changed, and so not what it holds',
    rule: 'holds-are-open-requests',
    scope: 'current',
    tables: ['withdrawal_requests'],
    statements: (accountId) => [
      sql`
        update withdrawal_requests set amount = amount + 1
        where request_id = ${request(accountId, isOpen)}`,
    ],
  },
  {
    name: 'a hold that is released twice',
    rule: 'hold-released-twice',
    scope: 'current',
    tables: books,
    statements: (accountId) => repeatPosting(posting(accountId, 'release', ofRequest)),
  },
  {
    name: 'a hold that is never released',
    rule: 'hold-never-released',
    scope: 'current',
    tables: books,
    statements: (accountId) => removePosting(posting(accountId, 'release', ofRequest)),
  },
  {
    name: 'an open request that will never be processed',
    rule: 'open-request-not-scheduled',
    scope: 'current',
    tables: ['withdrawal_requests'],
    statements: (accountId) => [
      sql`
        update withdrawal_requests set next_step_at = null where request_id = ${request(accountId, isOpen)}`,
    ],
  },
  {
    name: 'a wallet whose address does not derive from its key',
    rule: 'address-not-derived',
    scope: 'current',
    tables: ['wallets'],
    statements: (accountId) => [
      sql`
        update wallets set chain_index = (select min(chain_index) from wallets where network = 'bnb')
        where address = (
          select address from wallets where account_id = ${accountId} and network = 'eth'
          order by address limit 1)`,
    ],
  },
  {
    name: 'an old count of a list that is changed',
    rule: 'transactions-miscounted',
    scope: 'history',
    tables: ['transaction_counts'],
    statements: (accountId) => [
      sql`
        update transaction_counts set rows = rows + 1
        where account_id = ${accountId} and grain = 'hour' and direction = 'in' and status = 'completed'
          and currency = 'USDT'`,
    ],
  },
];
