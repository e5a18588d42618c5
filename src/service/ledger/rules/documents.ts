import { sql, type RawBuilder } from 'kysely';
import { sharedPoolKey } from '#contract/wallet-service/balances.ts';
import type { PostingKind } from '#domain/ledger-entries.ts';
import {
  debit,
  entriesText,
  holdOfRequest,
  poolNetworkOf,
  received,
  sourceOfRequest,
  type WalkName,
} from './rule.ts';

/** The documents that postings of a kind belong to, and what such a posting must contain. */
export type DocumentKind = {
  kind: PostingKind;
  /** The column of `ledger_postings` that names the document. */
  link: 'reference' | 'posting_id';
  sources: readonly DocumentSource[];
};

type DocumentSource = {
  /** The table of the documents. */
  walk: WalkName;
  /** The name that a person would use. */
  name: string;
  /**
   * The documents with these ids that must have a posting of the kind: `link`, `account_id`, and `entries`, the text of
   * the entries that it must have.
   */
  expected: (ids: RawBuilder<unknown>) => RawBuilder<unknown>;
};

const world = (network: string) =>
  sql`'world/' || d.account_id || '/' || ${sql.ref(network)} || '/' || d.currency`;
const fees = sql`'fees/' || d.account_id || '/' || d.network || '/' || d.currency`;

const deposits: DocumentKind = {
  kind: 'deposit',
  link: 'reference',
  sources: [
    {
      walk: 'transactions',
      name: 'completed incoming transaction',
      expected: (ids) => sql`
        select d.transaction_id as link, d.account_id, ${entriesText([
          [sql`'wallet/' || d.network || '/' || d.recipient_wallet || '/' || d.currency`, sql`d.amount`],
          [world('d.network'), sql`-d.amount`],
        ])} as entries
        from transactions d
        where d.transaction_id = any(${ids}) and d.direction = 'in' and d.status = 'completed'`,
    },
  ],
};

const withdrawals: DocumentKind = {
  kind: 'withdrawal',
  link: 'reference',
  sources: [
    {
      walk: 'requests',
      name: 'completed withdrawal request',
      expected: (ids) => sql`
        select r.request_id as link, r.account_id, ${entriesText([
          [holdOfRequest, sql`-${debit}`],
          [sql`'world/' || r.account_id || '/' || r.network || '/' || r.currency`, received],
          [sql`'fees/' || r.account_id || '/' || r.network || '/' || r.currency`, sql`r.fee`],
        ])} as entries
        from withdrawal_requests r
        where r.request_id = any(${ids}) and r.status = 'completed' and r.deleted_at is null`,
    },
    {
      // Paid without a request.
      walk: 'transactions',
      name: 'completed outgoing transaction',
      expected: (ids) => sql`
        select d.transaction_id as link, d.account_id, ${entriesText([
          [
            sql`'wallet/' || d.network || '/' || d.sender_wallet || '/' || d.currency`,
            sql`-(d.amount + d.fee)`,
          ],
          [world('d.network'), sql`d.amount`],
          [fees, sql`d.fee`],
        ])} as entries
        from transactions d
        where d.transaction_id = any(${ids}) and d.direction = 'out' and d.status = 'completed'
          and not exists (
            select from withdrawal_requests r where r.transaction_id = d.transaction_id
          )`,
    },
  ],
};

function sideOfExchange(kind: 'pool' | 'world' | 'fees', side: 'from' | 'to') {
  const [network, currency] = [sql.ref(`d.network_${side}`), sql.ref(`d.currency_${side}`)];
  const at = kind === 'pool' ? poolNetworkOf(network, currency) : network;
  return sql`${sql.lit(`${kind}/`)} || d.account_id || '/' || ${at} || '/' || ${currency}`;
}

const exchanges: DocumentKind = {
  kind: 'exchange',
  link: 'reference',
  sources: [
    {
      walk: 'exchanges',
      name: 'completed exchange',
      expected: (ids) => {
        return sql`
          select d.transaction_id as link, d.account_id, ${entriesText([
            [sideOfExchange('pool', 'from'), sql`-d.amount_from`],
            [sideOfExchange('world', 'from'), sql`d.amount_from`],
            [sideOfExchange('world', 'to'), sql`-(d.amount_to + d.fee)`],
            [sideOfExchange('pool', 'to'), sql`d.amount_to`],
            [sideOfExchange('fees', 'to'), sql`d.fee`],
          ])} as entries
          from exchange_transactions d
          where d.transaction_id = any(${ids}) and d.status = 'completed'`;
      },
    },
  ],
};

/** The wallet of an AML check that a wallet pays, and its hold. */
const placeOfCheck = sql`w.network || '/' || d.payer_address || '/USDT'`;

function paidChecks(
  ids: RawBuilder<unknown>,
  entries: readonly [RawBuilder<unknown>, RawBuilder<unknown>][],
  where: RawBuilder<unknown>,
) {
  return sql`
    select d.uid as link, d.account_id, ${entriesText(entries)} as entries
    from aml_checks d join wallets w on w.address = d.payer_address
    where d.uid = any(${ids}) and d.fee > 0 and ${where}`;
}

const amlFees: DocumentKind = {
  kind: 'aml_fee',
  link: 'reference',
  sources: [
    {
      walk: 'aml_checks',
      name: 'completed AML check that a wallet pays',
      expected: (ids) =>
        paidChecks(
          ids,
          [
            [sql`'hold/' || ${placeOfCheck}`, sql`-d.fee`],
            [sql`'fees/' || d.account_id || '/' || w.network || '/USDT'`, sql`d.fee`],
          ],
          sql`d.status = 'completed'`,
        ),
    },
  ],
};

const holds: DocumentKind = {
  kind: 'hold',
  link: 'reference',
  sources: [
    {
      walk: 'requests',
      name: 'withdrawal request',
      expected: (ids) => sql`
        select r.request_id as link, r.account_id,
          ${entriesText([
            [sourceOfRequest, sql`-${debit}`],
            [holdOfRequest, debit],
          ])} as entries
        from withdrawal_requests r where r.request_id = any(${ids})`,
    },
    {
      walk: 'aml_checks',
      name: 'AML check that a wallet pays',
      expected: (ids) =>
        paidChecks(
          ids,
          [
            [sql`'wallet/' || ${placeOfCheck}`, sql`-d.fee`],
            [sql`'hold/' || ${placeOfCheck}`, sql`d.fee`],
          ],
          sql`true`,
        ),
    },
  ],
};

const releases: DocumentKind = {
  kind: 'release',
  link: 'reference',
  sources: [
    {
      walk: 'requests',
      name: 'deleted, rejected or failed withdrawal request',
      expected: (ids) => sql`
        select r.request_id as link, r.account_id,
          ${entriesText([
            [holdOfRequest, sql`-${debit}`],
            [sourceOfRequest, debit],
          ])} as entries
        from withdrawal_requests r
        where r.request_id = any(${ids}) and (r.status in ('rejected', 'error') or r.deleted_at is not null)`,
    },
    {
      walk: 'aml_checks',
      name: 'failed AML check that a wallet pays',
      expected: (ids) =>
        paidChecks(
          ids,
          [
            [sql`'hold/' || ${placeOfCheck}`, sql`-d.fee`],
            [sql`'wallet/' || ${placeOfCheck}`, sql`d.fee`],
          ],
          sql`d.status = 'failed'`,
        ),
    },
  ],
};

const poolOfTransfer = sql`d.account_id || '/' || ${poolNetworkOf(sql`d.network`, sql`d.currency`)}
  || '/' || d.currency`;

const collections: DocumentKind = {
  kind: 'collection',
  link: 'posting_id',
  sources: [
    {
      walk: 'fund_transfers',
      name: 'collection',
      expected: (ids) => {
        const isShared = sql`${poolNetworkOf(sql`d.network`, sql`d.currency`)} = ${sharedPoolKey}`;
        return sql`
          select d.posting_id as link, d.account_id, ${entriesText([
            [sql`'wallet/' || d.network || '/' || d.wallet_address || '/' || d.currency`, sql`-d.amount`],
            [sql`case when ${isShared} then 'transit/' else 'pool/' end || ${poolOfTransfer}`, sql`d.amount`],
          ])} as entries
          from fund_transfers d where d.posting_id = any(${ids}) and d.kind = 'collection'`;
      },
    },
  ],
};

const settlements: DocumentKind = {
  kind: 'settlement',
  link: 'posting_id',
  sources: [
    {
      walk: 'fund_transfers',
      name: 'settlement',
      expected: (ids) => sql`
        select d.posting_id as link, d.account_id, ${entriesText([
          [sql`'transit/' || ${poolOfTransfer}`, sql`-d.amount`],
          [sql`'pool/' || ${poolOfTransfer}`, sql`d.amount`],
        ])} as entries
        from fund_transfers d where d.posting_id = any(${ids}) and d.kind = 'settlement'`,
    },
  ],
};

/** Every kind of posting with its documents. A posting of any other kind has none. */
export const documentKinds = {
  deposit: deposits,
  withdrawal: withdrawals,
  exchange: exchanges,
  aml_fee: amlFees,
  hold: holds,
  release: releases,
  collection: collections,
  settlement: settlements,
} as const satisfies Partial<Record<PostingKind, DocumentKind>>;
