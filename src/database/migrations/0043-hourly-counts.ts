import { sql, type Kysely } from 'kysely';

const lists = [
  {
    rows: 'transactions',
    counts: 'transaction_counts',
    dimensions: ['network', 'currency', 'direction', 'status'],
    sums: { amount: 'amount', fee: 'fee' },
    isListed: 'true',
  },
  {
    rows: 'exchange_transactions',
    counts: 'exchange_counts',
    dimensions: ['network_from', 'network_to', 'currency_from', 'currency_to', 'status'],
    sums: { amount_from: 'amount_from', amount_to: 'amount_to', fee: 'fee' },
    isListed: 'true',
  },
  {
    rows: 'withdrawal_requests',
    counts: 'withdrawal_counts',
    dimensions: ['network', 'currency', 'status'],
    sums: { amount: 'amount', fee: 'fee', added_fee: 'case when fee_included then 0 else fee end' },
    isListed: 'deleted_at is null',
  },
] as const;

/**
 * The rollups of lists have hours as well as days and months, so that a page is found by the hour. They replace the
 * rollup of completed transactions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { rows, counts, dimensions, sums, isListed } of lists) {
    const grain = sql.ref(`${counts}_grain_check`);
    await sql`
      alter table ${sql.table(counts)}
        drop constraint ${grain},
        add constraint ${grain} check (grain in ('hour', 'day', 'month')),
        alter column bucket type timestamptz using bucket::timestamp at time zone 'UTC'`.execute(db);
    const names = [...dimensions, 'rows', ...Object.keys(sums)].map((name) => sql.ref(name));
    const key = sql.join(dimensions.map((name) => sql.ref(name)));
    const totals = Object.values(sums).map((expression) => sql`sum(${sql.raw(expression)})`);
    await sql`
      insert into ${sql.table(counts)} (account_id, grain, bucket, ${sql.join(names)})
      select account_id, 'hour', date_trunc('hour', created_at, 'UTC') as bucket, ${key}, count(*),
        ${sql.join(totals)}
      from ${sql.table(rows)} where ${sql.raw(isListed)}
      group by account_id, bucket, ${key}
      order by account_id, bucket`.execute(db);
  }
  await sql`drop table transaction_hours`.execute(db);
}
