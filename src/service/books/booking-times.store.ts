import { sql, type Kysely } from 'kysely';
import type { BookingTime } from '#contract/gateway/booking-times.ts';
import type { PostingKind } from '#domain/ledger-entries.ts';
import type { Instant } from '#domain/time.ts';
import type { Tables } from '#database/tables.ts';

/** A booking time; the time is an instant. */
type StoredBookingTime = Omit<BookingTime, 'booked_at'> & { booked_at: Instant };

/** The kinds of postings that move the funds of transactions, withdrawals and exchanges, not only put them on hold. */
const movingKinds = ['deposit', 'withdrawal', 'exchange'] as const satisfies readonly PostingKind[];

/**
 * When the funds of these transactions, withdrawals and exchanges moved: of those alone that are booked. A transaction
 * that paid a withdrawal is booked under the withdrawal’s ID. `offset 0` has each posting looked up by its reference:
 * without statistics, as the embedded database often is, the planner would walk through all of the account’s.
 */
export async function findBookingTimes(
  db: Kysely<Tables>,
  accountId: string,
  ids: readonly string[],
): Promise<StoredBookingTime[]> {
  const wanted = sql`${[...ids]}::text[]`;
  const { rows } = await sql<StoredBookingTime>`
    with documents as (
      select id, id as reference from unnest(${wanted}) as id
      union
      select transaction_id, request_id from withdrawal_requests
      where transaction_id = any(${wanted}) and account_id = ${accountId}
    )
    select distinct on (d.id) d.id, p.created_at as booked_at, d.reference
    from documents d cross join lateral (
      select account_id, kind, created_at from ledger_postings where reference = d.reference offset 0
    ) as p
    where p.account_id = ${accountId} and p.kind in (${sql.join(movingKinds.map((kind) => sql.lit(kind)))})
    order by d.id, p.created_at, d.reference`.execute(db);
  return rows;
}
