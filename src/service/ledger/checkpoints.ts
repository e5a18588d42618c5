import { sql, type Kysely } from 'kysely';
import { add } from '#domain/arithmetic.ts';
import { decimal, type Decimal, ZERO } from '#domain/decimal.ts';
import type { Instant } from '#domain/time.ts';
import type { Tables } from '#database/tables.ts';

/** How far adding up all entries has got. */
export type SumPosition = {
  /** Entries up to this moment are added up. */
  until: Instant;
  /** The last entry that was added, and the sum of its account so far. */
  account: string;
  createdAt: Instant;
  postingId: string;
  total: string;
};

// Before 'hold/' come the fees, from 'wallet0' on the world: their balances are not stored.
const firstAccount = 'hold/';
const endOfAccounts = 'wallet0';

export function sumFromFirst(until: Instant): SumPosition {
  const createdAt = '0001-01-01T00:00:00.000000Z' as Instant;
  return { until, account: firstAccount, createdAt, postingId: '', total: ZERO };
}

/**
 * Adds up the next `limit` entries, account by account, and stores the sum of every account that is complete.
 * Undefined when all are. However many entries an account has, a step reads a bounded number of them.
 */
export async function sumNextEntries(
  db: Kysely<Tables>,
  position: SumPosition,
  limit: number,
): Promise<SumPosition | undefined> {
  const { until, account, createdAt, postingId } = position;
  const { rows } = await sql<{ account: string; total: Decimal; createdAt: Instant; postingId: string }>`
    with page as (
      select ledger_account_id, created_at, posting_id, amount from ledger_entries
      where (ledger_account_id, created_at, posting_id)
          > (${account}, ${createdAt}::timestamptz, ${postingId})
        and ledger_account_id < ${endOfAccounts} and created_at <= ${until}::timestamptz
      order by ledger_account_id, created_at, posting_id
      limit ${limit}
    )
    select ledger_account_id as account, sum(amount) as total, max(created_at) as "createdAt",
      (array_agg(posting_id order by created_at desc, posting_id desc))[1] as "postingId"
    from page group by ledger_account_id
    order by ledger_account_id`.execute(db);
  const carried = decimal(position.total);
  const totals = rows.map(({ account: id, total }) => ({
    account: id,
    total: id === account ? add(carried, total) : total,
  }));
  const last = rows.at(-1);
  // The account in progress has no entries left: it is complete, too.
  const isContinued = totals.some((sum) => sum.account === account) || account === firstAccount;
  const finished = isContinued ? [] : [{ account, total: carried }];
  await storeSums(db, until, [...finished, ...totals.slice(0, -1)]);
  if (last === undefined) {
    // Checkpoints of accounts whose entries are all newer, or gone.
    await sql`delete from ledger_checkpoints where until <> ${until}::timestamptz`.execute(db);
    return undefined;
  }
  return {
    until,
    account: last.account,
    createdAt: last.createdAt,
    postingId: last.postingId,
    total: totals.at(-1)?.total ?? ZERO,
  };
}

async function storeSums(
  db: Kysely<Tables>,
  until: Instant,
  sums: readonly { account: string; total: Decimal }[],
): Promise<void> {
  if (sums.length === 0) return;
  await sql`
    insert into ledger_checkpoints (ledger_account_id, until, total)
    select account, ${until}::timestamptz, total
    from unnest(${sums.map((sum) => sum.account)}::text[], ${sums.map((sum) => sum.total)}::numeric[])
      as sum (account, total)
    on conflict (ledger_account_id) do update set until = excluded.until, total = excluded.total`.execute(db);
}
