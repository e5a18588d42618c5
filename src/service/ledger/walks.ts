import { sql, type Kysely, type RawBuilder } from 'kysely';
import { walletNetworks } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';
import type { Tables } from '#database/tables.ts';
import { timeId } from '../ids.ts';
import { grains } from '../lists/list-range.ts';
import type { WalkName } from './rules/rule.ts';

/** `current`: what payments depend on, and the last day. `history`: everything. */
export type Scope = 'current' | 'history';

type Page = {
  /** Keys after this one; the first page: an empty text. */
  after: string;
  limit: number;
  /** Rows of the last day were created or changed since then. */
  since: Instant;
};

type Walk = {
  history: (page: Page) => RawBuilder<unknown>;
  /** Each gives the first `limit` keys after `after`, in order. Null: only rows that have a fault already. */
  current: readonly ((page: Page) => RawBuilder<unknown>)[];
  /** The most rows of one step. */
  most: number;
};

/** The first keys of a table after `after` that fulfil the condition, in the order of its primary key. */
function keysOf(table: keyof Tables, key: string, condition: RawBuilder<unknown> = sql`true`) {
  return ({ after, limit }: Page) => sql`
    select ${sql.ref(key)} as key from ${sql.table(table)}
    where ${sql.ref(key)} > ${after} and ${condition}
    order by ${sql.ref(key)} limit ${limit}`;
}

/** Lists the recent keys of a table whose ids begin with the moment. */
function recentKeysOf(table: keyof Tables, key: string, prefix: 'tx' | 'ex' | 'wd') {
  return (page: Page) => {
    const first = timeId(prefix, page.since, '');
    return keysOf(table, key)({ ...page, after: page.after > first ? page.after : first });
  };
}

const isOpen = sql`status in ('new', 'processing') and deleted_at is null`;
const screeningKinds = sql`kind not in ('world', 'fees')`;

const walks: Record<WalkName, Walk> = {
  balances: {
    history: keysOf('ledger_accounts', 'ledger_account_id', screeningKinds),
    current: [keysOf('ledger_accounts', 'ledger_account_id', screeningKinds)],
    most: 500,
  },
  requests: {
    history: keysOf('withdrawal_requests', 'request_id'),
    current: [
      keysOf('withdrawal_requests', 'request_id', isOpen),
      (page) =>
        keysOf('withdrawal_requests', 'request_id', sql`updated_at >= ${page.since}::timestamptz`)(page),
    ],
    most: 1_000,
  },
  payments: {
    history: keysOf('payments', 'request_id'),
    current: [
      recentKeysOf('payments', 'request_id', 'wd'),
      keysOf(
        'payments',
        'request_id',
        sql`request_id in (select request_id from withdrawal_requests where ${isOpen})`,
      ),
    ],
    most: 1_000,
  },
  postings: {
    history: keysOf('ledger_postings', 'posting_id'),
    current: [
      (page) => keysOf('ledger_postings', 'posting_id', sql`created_at >= ${page.since}::timestamptz`)(page),
      // Whenever they were made: what open requests and checks hold.
      keysOf(
        'ledger_postings',
        'posting_id',
        sql`reference = any(array(
          select request_id from withdrawal_requests where ${isOpen}
          union all select uid from aml_checks where next_step_at is not null))`,
      ),
    ],
    most: 1_000,
  },
  transactions: {
    history: keysOf('transactions', 'transaction_id'),
    current: [
      recentKeysOf('transactions', 'transaction_id', 'tx'),
      keysOf(
        'transactions',
        'transaction_id',
        sql`transaction_id in (select transaction_id from withdrawal_requests where ${isOpen})`,
      ),
    ],
    most: 1_000,
  },
  exchanges: {
    history: keysOf('exchange_transactions', 'transaction_id'),
    current: [recentKeysOf('exchange_transactions', 'transaction_id', 'ex')],
    most: 1_000,
  },
  aml_checks: {
    history: keysOf('aml_checks', 'uid'),
    current: [
      keysOf('aml_checks', 'uid', sql`next_step_at is not null`),
      (page) => keysOf('aml_checks', 'uid', sql`completed_at >= ${page.since}::timestamptz`)(page),
    ],
    most: 1_000,
  },
  fund_transfers: {
    history: keysOf('fund_transfers', 'posting_id'),
    current: [
      (page) => keysOf('fund_transfers', 'posting_id', sql`created_at >= ${page.since}::timestamptz`)(page),
    ],
    most: 1_000,
  },
  wallets: {
    history: keysOf('wallets', 'address'),
    current: [
      (page) => keysOf('wallets', 'address', sql`created_at >= ${page.since}::timestamptz`)(page),
      keysOf(
        'wallets',
        'address',
        sql`address in (select sender_wallet from withdrawal_requests where ${isOpen})`,
      ),
    ],
    // Each address is derived, which takes 2 ms of the process that answers requests.
    most: 15,
  },
  address_chains: {
    history: keysOf('address_chains', 'network'),
    current: [keysOf('address_chains', 'network')],
    most: walletNetworks.length,
  },
  accounts: {
    history: keysOf('accounts', 'account_id'),
    current: [],
    most: 100,
  },
  days: { history: days, current: [], most: 62 },
};

// These read the rows of the account `a`.
const firstOf = (table: string, id: string) => sql`(
  select created_at from ${sql.table(table)} where account_id = a.account_id order by ${sql.ref(id)} limit 1)`;
const lastOf = (table: string, id: string) => sql`(
  select created_at from ${sql.table(table)} where account_id = a.account_id order by ${sql.ref(id)} desc limit 1)`;
// By grain, so that the index tells.
const countedBy = (table: string, of: 'min' | 'max') => sql`(
  select ${sql.raw(of)}(edge.bucket)
  from (values ${sql.join(grains.map((grain) => sql`(${sql.lit(grain)})`))}) as each (grain)
  cross join lateral (
    select ${sql.raw(of)}(bucket) as bucket from ${sql.table(table)} as counts
    where counts.account_id = a.account_id and counts.grain = each.grain
  ) as edge)`;

/** `account/2026-01-31` for every day from the account's first row or count to today. */
function days({ after, limit }: Page): RawBuilder<unknown> {
  const account = sql`split_part(${after}::text, '/', 1)`;
  const lists = [
    ['transactions', 'transaction_id', 'transaction_counts'],
    ['exchange_transactions', 'transaction_id', 'exchange_counts'],
    ['withdrawal_requests', 'request_id', 'withdrawal_counts'],
  ] as const;
  const firsts = sql.join(
    lists.flatMap(([table, id, counts]) => [firstOf(table, id), countedBy(counts, 'min')]),
  );
  const lasts = sql.join(
    lists.flatMap(([table, id, counts]) => [lastOf(table, id), countedBy(counts, 'max')]),
  );
  return sql`
    select account_id || '/' || to_char(day, 'YYYY-MM-DD') as key
    from (
      select a.account_id, date_trunc('month', least(${firsts}) at time zone 'UTC') as first,
        greatest(${lasts}) at time zone 'UTC' as last
      from (
        select account_id from accounts where account_id >= ${account} order by account_id limit 20
      ) as a
    ) as span
    cross join lateral generate_series(first, last, interval '1 day') as day
    where account_id || '/' || to_char(day, 'YYYY-MM-DD') > ${after}
    order by 1 limit ${limit}`;
}

/** The most rows that one step of the walk looks at. */
export function mostOf(walk: WalkName): number {
  return walks[walk].most;
}

/**
 * The keys of the next rows to check, fewer than `limit` at the end of the walk. The current scope includes every
 * row with an open fault, so that a fault that is gone is noticed within a round.
 */
export async function nextKeys(
  db: Kysely<Tables>,
  scope: Scope,
  walk: WalkName,
  page: Page,
): Promise<string[]> {
  const { history, current } = walks[walk];
  const faulty = sql`
    select distinct row_key as key from ledger_faults
    where walk = ${walk} and resolved_at is null and row_key > ${page.after}
    order by row_key limit ${page.limit}`;
  const parts = scope === 'history' ? [history(page)] : [...current.map((part) => part(page)), faulty];
  const union = sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union `,
  );
  const { rows } = await sql<{ key: string }>`
    select key from (${union}) as selected order by key limit ${page.limit}`.execute(db);
  return rows.map(({ key }) => key);
}
