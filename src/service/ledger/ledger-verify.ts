import { sql, type Kysely, type RawBuilder } from 'kysely';
import { inTransaction } from '#database/transaction.ts';
import type { Tables } from '#database/tables.ts';
import { exchangeList } from '../exchanges/exchange-list.ts';
import { listRules } from '../lists/list-verify.ts';
import { transactionList } from '../transactions/transaction-list.ts';
import { withdrawalList } from '../withdrawals/withdrawal-list.ts';

export type LedgerReport = {
  /** How much was looked at. */
  counts: { accounts: number; ledgerAccounts: number; postings: number; entries: number; wallets: number };
  /** Every difference that was found, in words. Empty: the books are right. */
  differences: string[];
};

/** Each gives one row of text for every place where the rule is broken; the database does the sums. */
const rules: readonly RawBuilder<{ difference: string }>[] = [
  // Every balance is the sum of its entries.
  sql`
    select format('%s: the balance is %s, its entries add up to %s', a.ledger_account_id,
      coalesce(a.balance::text, 'missing'), coalesce(e.total, 0)) as difference
    from ledger_accounts a
    left join (
      select ledger_account_id, sum(amount) as total from ledger_entries group by ledger_account_id
    ) e on e.ledger_account_id = a.ledger_account_id
    where a.kind not in ('world', 'fees') and a.balance is distinct from coalesce(e.total, 0)
    order by a.ledger_account_id`,
  sql`
    select format('%s: the balance is %s, below zero', ledger_account_id, balance) as difference
    from ledger_accounts where balance < 0
    order by ledger_account_id`,
  // Every posting adds up to zero for each asset; assetOf() of ledger-accounts.ts says what one is.
  sql`
    select format('posting %s: its entries add up to %s %s on %s, not to 0',
      posting_id, total, currency, asset_network) as difference
    from (
      select e.posting_id, a.currency, sum(e.amount) as total,
        case when a.currency = 'USDT' and a.network in ('trx', 'eth', 'trx_eth') then 'trx_eth'
          else a.network end as asset_network
      from ledger_entries e join ledger_accounts a on a.ledger_account_id = e.ledger_account_id
      group by e.posting_id, a.currency, asset_network
    ) sums
    where total <> 0
    order by posting_id, currency, asset_network`,
  sql`
    select format('posting %s: it has no entries', p.posting_id) as difference
    from ledger_postings p
    where not exists (select 1 from ledger_entries e where e.posting_id = p.posting_id)
    order by p.posting_id`,
  sql`
    select format('posting %s: it moves funds of another account on %s',
      e.posting_id, e.ledger_account_id) as difference
    from ledger_entries e
    join ledger_postings p on p.posting_id = e.posting_id
    join ledger_accounts a on a.ledger_account_id = e.ledger_account_id
    where a.account_id <> p.account_id
    order by e.posting_id, e.ledger_account_id`,
  // What came, left, was exchanged or paid came, left, was exchanged or paid once.
  sql`
    select format('%s: %s postings of the kind %s, not one', reference, count(*), kind) as difference
    from ledger_postings
    where kind in ('deposit', 'withdrawal', 'exchange', 'aml_fee') and reference is not null
    group by account_id, kind, reference
    having count(*) > 1
    order by account_id, kind, reference`,
  // What is counted for the limit is what is there.
  sql`
    select format('account %s on %s: %s wallets are counted, %s are there', coalesce(c.account_id, w.account_id),
      coalesce(c.network, w.network), coalesce(c.wallets, 0), coalesce(w.wallets, 0)) as difference
    from wallet_counts c
    full join (
      select account_id, network, count(*) as wallets from wallets
      where deleted_at is null group by account_id, network
    ) w on w.account_id = c.account_id and w.network = c.network
    where coalesce(c.wallets, 0) <> coalesce(w.wallets, 0)
    order by coalesce(c.account_id, w.account_id), coalesce(c.network, w.network)`,
  sql`
    select format('%s: the wallet is deleted and %s is left', a.ledger_account_id, a.balance) as difference
    from ledger_accounts a join wallets w on w.address = a.wallet_address
    where w.deleted_at is not null and a.balance <> 0
    order by a.ledger_account_id`,
  sql`
    select format('%s: it is not of the wallet''s account and network', a.ledger_account_id) as difference
    from ledger_accounts a join wallets w on w.address = a.wallet_address
    where a.account_id <> w.account_id or a.network <> w.network
    order by a.ledger_account_id`,
  // What lists count is what they hold.
  ...[transactionList, exchangeList, withdrawalList].flatMap((list) => listRules(list)),
];

/** Computes the books anew from their entries. Reads one moment of the database, and changes nothing. */
export async function verifyLedger(db: Kysely<Tables>): Promise<LedgerReport> {
  return await inTransaction(
    db,
    async (tx) => {
      const { rows } = await sql<LedgerReport['counts']>`
        select (select count(*) from accounts) as accounts,
          (select count(*) from ledger_accounts) as "ledgerAccounts",
          (select count(*) from ledger_postings) as postings,
          (select count(*) from ledger_entries) as entries,
          (select count(*) from wallets where deleted_at is null) as wallets`.execute(tx);
      const [counts] = rows;
      if (counts === undefined) throw new Error('The counts were not answered.');
      const differences: string[] = [];
      for (const rule of rules) {
        const found = await rule.execute(tx);
        for (const { difference } of found.rows) differences.push(difference);
      }
      return { counts, differences };
    },
    { isolationLevel: 'repeatable read' },
  );
}
