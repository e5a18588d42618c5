import { sql } from 'kysely';
import {
  books,
  exchange,
  posting,
  removePosting,
  request,
  transaction,
  transfer,
  type InjectedFault,
} from './injected-fault.ts';

/** Ways to break the other rules of transfers, requests, wallets and lists. */
export const otherDocumentFaults: readonly InjectedFault[] = [
  {
    name: 'a collection that is not posted',
    rule: 'collection-not-posted',
    scope: 'current',
    tables: books,
    statements: (accountId) => removePosting(posting(accountId, 'collection')),
  },
  {
    name: 'a collection of another amount',
    rule: 'collection-differs',
    scope: 'current',
    tables: ['fund_transfers'],
    statements: (accountId) => [
      sql`
        update fund_transfers set amount = amount + 1
        where posting_id = ${transfer(accountId, 'collection')}`,
    ],
  },
  {
    name: 'a settlement without its document',
    rule: 'settlement-without-document',
    scope: 'current',
    tables: ['fund_transfers'],
    statements: (accountId) => [
      sql`delete from fund_transfers where posting_id = ${transfer(accountId, 'settlement')}`,
    ],
  },
  {
    name: 'a settlement of another amount',
    rule: 'settlement-differs',
    scope: 'current',
    tables: ['fund_transfers'],
    statements: (accountId) => [
      sql`
        update fund_transfers set amount = amount + 1
        where posting_id = ${transfer(accountId, 'settlement')}`,
    ],
  },
  {
    name: 'a request whose status is not that of its payment',
    rule: 'request-states-differ',
    scope: 'current',
    tables: ['withdrawal_requests'],
    statements: (accountId) => [
      sql`
        update withdrawal_requests set transaction_status = null
        where request_id = ${request(accountId, sql`status = 'completed'`)}`,
    ],
  },
  {
    name: 'a new request whose recipient is changed',
    rule: 'request-differs-from-order',
    scope: 'current',
    tables: ['withdrawal_requests'],
    statements: (accountId) => [
      sql`
        update withdrawal_requests set recipient_wallet = 'somebody else'
        where request_id = ${request(accountId, sql`status = 'new' and deleted_at is null`)}`,
    ],
  },
  {
    name: 'a new request whose order is gone',
    rule: 'request-differs-from-order',
    scope: 'current',
    tables: ['withdrawal_orders'],
    statements: (accountId) => [
      sql`
        delete from withdrawal_orders
        where request_id = ${request(accountId, sql`status = 'new' and deleted_at is null`)}`,
    ],
  },
  {
    name: 'a request whose payment is gone',
    rule: 'request-without-payment',
    scope: 'current',
    tables: ['payments'],
    statements: (accountId) => [
      sql`delete from payments where request_id = ${request(accountId, sql`transaction_status = 'pending'`)}`,
    ],
  },
  {
    name: 'a payment for a request that was not begun',
    rule: 'payment-without-request',
    scope: 'current',
    tables: ['payments'],
    statements: (accountId) => [
      sql`
        insert into payments (request_id, network, hash, signed, signed_at)
        select request_id, network, 'made up', 'made up', now() from withdrawal_requests
        where request_id = ${request(accountId, sql`status = 'new' and deleted_at is null`)}`,
    ],
  },
  {
    name: 'a payment whose request is gone',
    rule: 'payment-without-request',
    scope: 'current',
    tables: ['withdrawal_requests'],
    isUnowned: true,
    statements: (accountId) => [
      sql`
        delete from withdrawal_requests
        where request_id = ${request(accountId, sql`transaction_status = 'pending'`)}`,
    ],
  },
  {
    name: 'an outgoing transaction without a request',
    rule: 'transaction-without-request',
    scope: 'current',
    tables: ['withdrawal_requests'],
    statements: (accountId) => [
      sql`
        update withdrawal_requests set transaction_id = null
        where request_id = ${request(accountId, sql`transaction_status = 'pending'`)}`,
    ],
  },
  {
    name: 'a payment to a wallet of ours that never arrives',
    rule: 'own-wallet-not-credited',
    scope: 'current',
    tables: ['transactions'],
    statements: (accountId) => [
      sql`
        update transactions set recipient_wallet = (
          select address from wallets w
          where w.account_id = transactions.account_id and w.network = transactions.network
            and w.created_at <= transactions.created_at
            and (w.deleted_at is null or w.deleted_at > transactions.created_at)
          order by w.address limit 1)
        where transaction_id = ${transaction(accountId, sql`direction = 'out' and status = 'completed'`)}`,
    ],
  },
  {
    name: 'an address that is to be given out again',
    rule: 'address-used-again',
    scope: 'current',
    tables: ['address_chains'],
    isUnowned: true,
    statements: () => [sql`update address_chains set next_index = 0 where network = 'btc'`],
  },
  {
    name: 'a count of wallets that is not theirs',
    rule: 'wallets-miscounted',
    scope: 'history',
    tables: ['wallet_counts'],
    statements: (accountId) => [
      sql`update wallet_counts set wallets = wallets + 1 where account_id = ${accountId} and network = 'btc'`,
    ],
  },
  {
    name: 'an amount with more decimals than its currency has',
    rule: 'too-many-decimals',
    scope: 'current',
    tables: ['exchange_transactions'],
    statements: (accountId) => [
      sql`
        update exchange_transactions set fee = fee + 0.0000000000000000001
        where transaction_id = ${exchange(accountId)}`,
    ],
  },
  {
    name: 'a count of exchanges that is lost',
    rule: 'exchange_transactions-miscounted',
    scope: 'history',
    tables: ['exchange_counts'],
    statements: (accountId) => [sql`delete from exchange_counts where account_id = ${accountId}`],
  },
  {
    name: 'a count of requests that is lost',
    rule: 'withdrawal_requests-miscounted',
    scope: 'history',
    tables: ['withdrawal_counts'],
    statements: (accountId) => [
      sql`delete from withdrawal_counts where account_id = ${accountId} and status = 'completed'`,
    ],
  },
  ...(['transaction', 'exchange', 'withdrawal'] as const).flatMap((list) =>
    (
      [
        ['month', 'day'],
        ['day', 'hour'],
      ] as const
    ).map(([grain, shorter]): InjectedFault => ({
      name: `a ${grain} in which more ${list}s are counted than in its ${shorter}s`,
      rule: `${{ transaction: 'transactions', exchange: 'exchange_transactions', withdrawal: 'withdrawal_requests' }[list]}-${grain}s-miscounted`,
      scope: 'history',
      tables: [`${list}_counts`],
      statements: (accountId) => [
        sql`
          update ${sql.table(`${list}_counts`)} set rows = rows + 1
          where account_id = ${accountId} and grain = ${grain}`,
      ],
    })),
  ),
  {
    name: 'an hour that adds up more than its transactions',
    rule: 'transactions-miscounted',
    scope: 'history',
    tables: ['transaction_counts'],
    statements: (accountId) => [
      sql`
        update transaction_counts set amount = amount + 1
        where account_id = ${accountId} and grain = 'hour'`,
    ],
  },
  {
    name: 'a row whose id says another moment',
    rule: 'id-says-another-moment',
    scope: 'current',
    tables: ['exchange_transactions'],
    statements: (accountId) => [
      sql`
        update exchange_transactions set created_at = created_at + interval '1 microsecond'
        where transaction_id = ${exchange(accountId)}`,
    ],
  },
];
