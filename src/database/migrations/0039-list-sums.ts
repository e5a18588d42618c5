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

/** The rollups of lists add up amounts as well as count rows; completed transactions are also added up by hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { rows, counts, dimensions, sums, isListed } of lists) {
    const names = Object.keys(sums);
    for (const name of names) {
      await sql`alter table ${sql.table(counts)} add column ${sql.ref(name)} numeric not null default 0`.execute(
        db,
      );
    }
    const key = sql.join(dimensions.map((name) => sql.ref(name)));
    const totals = Object.entries(sums).map(
      ([name, expression]) => sql`sum(${sql.raw(expression)}) as ${sql.ref(name)}`,
    );
    await sql`
      update ${sql.table(counts)} as counts
      set ${sql.join(names.map((name) => sql`${sql.ref(name)} = days.${sql.ref(name)}`))}
      from (
        select account_id, (created_at at time zone 'UTC')::date as bucket, ${key}, ${sql.join(totals)}
        from ${sql.table(rows)} where ${sql.raw(isListed)}
        group by account_id, 2, ${key}
      ) as days
      where counts.grain = 'day' and counts.account_id = days.account_id and counts.bucket = days.bucket
        and ${matching(dimensions, 'days')}`.execute(db);
    await sql`
      update ${sql.table(counts)} as counts
      set ${sql.join(names.map((name) => sql`${sql.ref(name)} = months.${sql.ref(name)}`))}
      from (
        select account_id, date_trunc('month', bucket::timestamp)::date as bucket, ${key},
          ${sql.join(names.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))}
        from ${sql.table(counts)} where grain = 'day'
        group by account_id, 2, ${key}
      ) as months
      where counts.grain = 'month' and counts.account_id = months.account_id and counts.bucket = months.bucket
        and ${matching(dimensions, 'months')}`.execute(db);
    // Only for the rows that were there before: from now on the program writes them.
    for (const name of names) {
      await sql`alter table ${sql.table(counts)} alter column ${sql.ref(name)} drop default`.execute(db);
    }
  }
  await sql`
    create table transaction_hours (
      account_id text collate "C" not null references accounts,
      currency text collate "C" not null,
      hour timestamptz not null,
      direction text collate "C" not null,
      rows integer not null,
      amount numeric not null,
      primary key (account_id, currency, hour, direction)
    )`.execute(db);
  await sql`
    insert into transaction_hours (account_id, currency, hour, direction, rows, amount)
    select account_id, currency, date_trunc('hour', created_at, 'UTC'), direction, count(*), sum(amount)
    from transactions where status = 'completed'
    group by account_id, currency, 3, direction`.execute(db);
}

function matching(dimensions: readonly string[], other: string) {
  return sql.join(
    dimensions.map((name) => sql`${sql.ref(`counts.${name}`)} = ${sql.ref(`${other}.${name}`)}`),
    sql` and `,
  );
}
