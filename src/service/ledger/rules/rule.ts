import { createHash } from 'node:crypto';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { sharedPoolCurrency, sharedPoolKey, sharedPoolNetworks } from '#contract/wallet-service/balances.ts';
import { prepare } from '#database/preparing-client.ts';
import type { Tables } from '#database/tables.ts';
import type { PostingKind } from '#domain/ledger-entries.ts';

/** The kinds of rows that are checked, in the order of a round. */
export const walkNames = [
  'balances',
  'requests',
  'payments',
  'postings',
  'transactions',
  'exchanges',
  'aml_checks',
  'fund_transfers',
  'wallets',
  'address_chains',
  'accounts',
  'days',
] as const;

export type WalkName = (typeof walkNames)[number];

/** A place where a rule is broken. */
export type Finding = {
  /** The key of the row that was checked. */
  rowKey: string;
  /** Whose payments stop; null: everybody's. */
  accountId: string | null;
  /** What the fault is about: an id that a person can look up. */
  subject: string;
  expected: string;
  found: string;
  /** Tells two faults of one subject apart. */
  mark: string;
};

/**
 * Something that must hold of the books at any moment. A check looks at the rows with the given keys and reads one
 * moment of the database, so that a movement in progress is never mistaken for a fault.
 */
export type Rule = {
  name: string;
  /** What must hold, as a sentence. */
  label: string;
  checks: readonly Check[];
};

export type Check = {
  walk: WalkName;
  /** Limits the rule to postings of this kind. */
  postingKind?: PostingKind | undefined;
  find: (db: Kysely<Tables>, keys: readonly string[]) => Promise<Finding[]>;
};

/** What a rule's statement selects. `mark` is left out if `expected` and `found` are stable. */
export type FoundRow = {
  row_key: string;
  account_id: string | null;
  subject: string;
  expected: string;
  found: string;
  mark?: string;
};

/** A rule in one statement. `keys` is an array of text to use in `= any(${keys})`. */
export function sqlRule(
  name: string,
  label: string,
  statements: Partial<Record<WalkName, (keys: RawBuilder<unknown>) => RawBuilder<FoundRow>>>,
  postingKind?: PostingKind,
): Rule {
  return {
    name,
    label,
    checks: Object.entries(statements).map(([walk, statement]) => ({
      walk: walk as WalkName,
      postingKind,
      find: async (db, keys) => {
        const select = statement(sql`${[...keys]}::text[]`);
        // Planning them takes a server longer than running them, and every round runs them all.
        const { rows } = await sql<FoundRow>`${prepare} ${select}`.execute(db);
        return rows.map(asFinding);
      },
    })),
  };
}

export function asFinding({ row_key, account_id, subject, expected, found, mark }: FoundRow): Finding {
  return {
    rowKey: row_key,
    accountId: account_id,
    subject,
    expected,
    found,
    mark: createHash('sha256')
      .update(mark ?? `${expected}\n${found}`)
      .digest('hex')
      .slice(0, 16),
  };
}

/** The network part of a pool's ledger account: `poolNetwork` of ledger-accounts.ts in SQL. */
export function poolNetworkOf(network: RawBuilder<unknown>, currency: RawBuilder<unknown>) {
  const shared = sql.join([...sharedPoolNetworks, sharedPoolKey].map((key) => sql.lit(key)));
  return sql`case when ${currency} = ${sql.lit(sharedPoolCurrency)} and ${network} in (${shared})
    then ${sql.lit(sharedPoolKey)} else ${network} end`;
}

/** The entries of the posting `p` as text: each ledger account and its amount. */
export const entriesOfPosting = sql`(
  select coalesce(string_agg(e.ledger_account_id || ' ' || trim_scale(e.amount), ', '
    order by e.ledger_account_id), 'no entries')
  from ledger_entries e where e.posting_id = p.posting_id)`;

/** Entries that a document stands for as the same text. An amount of zero makes no entry. */
export function entriesText(entries: readonly [account: RawBuilder<unknown>, amount: RawBuilder<unknown>][]) {
  const rows = entries.map(([account, amount]) => sql`(${account}, ${amount})`);
  return sql`(
    select string_agg(entry.account || ' ' || trim_scale(entry.amount), ', ' order by entry.account)
    from (
      select account collate "C" as account, sum(amount) as amount
      from (values ${sql.join(rows)}) as part (account, amount) group by account having sum(amount) <> 0
    ) as entry)`;
}

/** What a request takes from its sender, and what its recipient gets, of the request `r`. */
export const debit = sql`(case when r.fee_included then r.amount else r.amount + r.fee end)`;
export const received = sql`(case when r.fee_included then r.amount - r.fee else r.amount end)`;

const poolOfRequest = sql`r.account_id || '/' || ${poolNetworkOf(sql`r.network`, sql`r.currency`)}`;
const walletOfRequest = sql`r.network || '/' || r.sender_wallet`;
const placeOfRequest = sql`case when r.sender_wallet is null then ${poolOfRequest} else ${walletOfRequest} end
  || '/' || r.currency`;

/** The ledger account that the request `r` pays from, and the one it holds its funds on. */
export const sourceOfRequest = sql`(case when r.sender_wallet is null then 'pool/' else 'wallet/' end
  || ${placeOfRequest})`;
export const holdOfRequest = sql`('hold/' || ${placeOfRequest})`;
