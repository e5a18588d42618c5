import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Scope } from '../walks.ts';

/** A fault that a person with access to the database, or a bug, could make. */
export type InjectedFault = {
  name: string;
  /** The rule that names it. Others may find it, too. */
  rule: string;
  /**
   * Which check finds it, if everything happened less than a day ago: the history check only if the current one can't.
   */
  scope: Scope;
  tables: readonly (keyof Tables)[];
  statements: (accountId: string) => readonly RawBuilder<unknown>[];
  /** The fault belongs to no account: everybody's payments stop. */
  isUnowned?: true;
};

/** A posting of the account of this kind; `whose` narrows down what it is for. */
export const posting = (accountId: string, kind: string, whose: RawBuilder<unknown> = sql`true`) => sql`(
  select posting_id from ledger_postings where account_id = ${accountId} and kind = ${kind} and ${whose}
  order by posting_id limit 1)`;

export const request = (accountId: string, condition: RawBuilder<unknown>) => sql`(
  select request_id from withdrawal_requests where account_id = ${accountId} and ${condition}
  order by request_id limit 1)`;

export const transaction = (accountId: string, condition: RawBuilder<unknown>) => sql`(
  select transaction_id from transactions where account_id = ${accountId} and ${condition}
  order by transaction_id limit 1)`;

export const exchange = (accountId: string) => sql`(
  select transaction_id from exchange_transactions where account_id = ${accountId}
  order by transaction_id limit 1)`;

export const check = (accountId: string, status: string) => sql`(
  select uid from aml_checks where account_id = ${accountId} and status = ${status} order by uid limit 1)`;

export const transfer = (accountId: string, kind: string) => sql`(
  select posting_id from fund_transfers where account_id = ${accountId} and kind = ${kind}
  order by posting_id limit 1)`;

export const ofRequest = sql`starts_with(reference, 'wd_')`;
export const isOpen = sql`status in ('new', 'processing') and deleted_at is null`;
export const isIn = sql`direction = 'in' and status = 'completed'`;

/** Takes a posting out of the books without a trace: its entries and what they did to the balances as well. */
export const removePosting = (id: RawBuilder<unknown>) => [
  sql`create temporary table removed_posting as select ${id} as posting_id`,
  sql`
    update ledger_accounts a set balance = a.balance - e.amount from ledger_entries e, removed_posting
    where e.posting_id = removed_posting.posting_id and e.ledger_account_id = a.ledger_account_id
      and a.balance is not null and a.balance >= e.amount`,
  sql`delete from ledger_entries where posting_id = (select posting_id from removed_posting)`,
  sql`delete from ledger_postings where posting_id = (select posting_id from removed_posting)`,
  sql`drop table removed_posting`,
];

/** Writes a posting a second time, with its entries and what they do to the balances. */
export const repeatPosting = (id: RawBuilder<unknown>) => [
  sql`create temporary table repeated_posting as select * from ledger_postings where posting_id = ${id}`,
  sql`
    insert into ledger_postings
    select 'post_repeated', account_id, kind, reference, now() from repeated_posting`,
  sql`
    insert into ledger_entries
    select 'post_repeated', ledger_account_id, amount, now() from ledger_entries
    where posting_id = (select posting_id from repeated_posting)`,
  sql`
    update ledger_accounts a set balance = greatest(a.balance + e.amount, 0) from ledger_entries e
    where e.posting_id = 'post_repeated' and e.ledger_account_id = a.ledger_account_id
      and a.balance is not null`,
  sql`drop table repeated_posting`,
];

export const books = ['ledger_accounts', 'ledger_postings', 'ledger_entries'] as const;

/** Makes the fault. Inside a transaction it is part of it. */
export async function inject(
  db: Kysely<Tables>,
  { statements }: InjectedFault,
  accountId: string,
): Promise<void> {
  const work = async (tx: Kysely<Tables>) => {
    // This skips the foreign keys, as a database administrator could.
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of statements(accountId)) await statement.execute(tx);
    await sql`set local session_replication_role = origin`.execute(tx);
  };
  if (db.isTransaction) await work(db);
  else await inTransaction(db, work);
}
