import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { EVENT_DAYS } from '#contract/gateway/incoming-events.ts';
import type { EventDeliveriesTable } from '#database/event-tables.ts';
import type { Tables } from '#database/tables.ts';
import { readUnlessChanged } from '#database/read-unless-changed.ts';
import { inTransaction } from '#database/transaction.ts';
import { addMs, type Instant } from '#domain/time.ts';
import { pauseAfter } from '#jobs/pause-after.ts';
import { now } from '#domain/clock.ts';

/** An event to send, and the claim of its destination under which no other process sends to it. */
export type ClaimedDelivery = Pick<EventDeliveriesTable, 'delivery_id' | 'body' | 'attempts'> & {
  destinationId: string;
  accountId: string;
  url: string;
  claimedUntil: Instant;
};

/**
 * How often an event is tried before later ones overtake it: they arrive in order while a destination is away for a
 * moment, and an event that it never accepts doesn't hold up the others.
 */
const HELD_ATTEMPTS = 3;
const pauses = { firstMs: 10_000, factor: 3, longestMs: 6 * 3_600_000 };
/** With these pauses the last attempt comes 27 hours after the first. */
export const MOST_ATTEMPTS = 12;
const KEPT_MS = EVENT_DAYS * 24 * 3_600_000;

/**
 * Claims the destination that has waited longest for its turn and has an event that is due, for `leaseMs`. One whose
 * process has ended is claimed again after that time; none of those at hand in this process is.
 */
export async function claimDelivery(
  db: Kysely<Tables>,
  leaseMs: number,
  destinationsAtHand: readonly string[] = [],
): Promise<ClaimedDelivery | undefined> {
  const moment = now();
  const dueDestination = sql`
    select destination_id from event_destinations as destination
    where (claimed_until is null or claimed_until <= ${moment}::timestamptz)
      and destination_id <> all(${[...destinationsAtHand]}::text[])
      and exists (${nextDelivery(sql.ref('destination.destination_id'), moment)})
    order by tried_at nulls first, destination_id
    limit 1`;
  const waiting = db
    .selectFrom('event_deliveries')
    .select('delivery_id')
    // As its partial index says it, so that delivered ones aren't looked at.
    .where('state', '=', sql.lit('waiting'))
    .limit(1);
  if ((await readUnlessChanged(db, waiting.compile())).length === 0) return undefined;
  // Without a lock and a transaction, for all the seconds in which nothing is due.
  const { rows: due } = await dueDestination.execute(db);
  if (due.length === 0) return undefined;
  const claimedUntil = addMs(moment, leaseMs);
  return await inTransaction(db, async (tx) => {
    const { rows } = await sql<Omit<ClaimedDelivery, 'delivery_id' | 'body' | 'attempts'>>`
      update event_destinations
      set claimed_until = ${claimedUntil}::timestamptz, tried_at = ${moment}::timestamptz
      where destination_id = (${dueDestination} for update skip locked)
      returning destination_id as "destinationId", account_id as "accountId", url,
        claimed_until as "claimedUntil"`.execute(tx);
    const [claim] = rows;
    if (claim === undefined) return undefined;
    // Looked for once more: the first look may be older than what another process has recorded since.
    const delivery = await findNext(tx, claim.destinationId, moment);
    if (delivery !== undefined) return { ...claim, ...delivery };
    await release(tx, claim);
    return undefined;
  });
}

/**
 * Records what came of sending an event. Gives the destination's next one under a renewed claim, or ends the claim.
 */
export async function recordSending(
  db: Kysely<Tables>,
  claimed: ClaimedDelivery,
  sending: { outcome: 'delivered' } | { outcome: 'failed'; error: string },
  leaseMs: number,
): Promise<{ next: ClaimedDelivery | undefined; isGivenUp: boolean }> {
  const moment = now();
  const attempts = claimed.attempts + 1;
  const isDelivered = sending.outcome === 'delivered';
  const isGivenUp = !isDelivered && attempts >= MOST_ATTEMPTS;
  const hasEnded = isDelivered || isGivenUp;
  return await inTransaction(db, async (tx) => {
    await tx
      .updateTable('event_deliveries')
      .set({
        attempts,
        state: isDelivered ? 'delivered' : isGivenUp ? 'failed' : 'waiting',
        next_try_at: hasEnded ? null : addMs(moment, pauseAfter(attempts, pauses)),
        ended_at: hasEnded ? moment : null,
        error: isDelivered ? null : sending.error,
      })
      .where('delivery_id', '=', claimed.delivery_id)
      // Not one that another process has sent since, after this one's claim ended.
      .where('state', '=', 'waiting')
      .where('attempts', '=', claimed.attempts)
      .execute();
    if (!isDelivered) {
      await release(tx, claimed);
      return { next: undefined, isGivenUp };
    }
    const claimedUntil = addMs(moment, leaseMs);
    const renewed = await tx
      .updateTable('event_destinations')
      .set({ last_delivered_at: moment, tried_at: moment, claimed_until: claimedUntil })
      .where('destination_id', '=', claimed.destinationId)
      .where('claimed_until', '=', claimed.claimedUntil)
      .returning('destination_id')
      .executeTakeFirst();
    if (renewed === undefined) return { next: undefined, isGivenUp };
    const delivery = await findNext(tx, claimed.destinationId, moment);
    if (delivery !== undefined) return { next: { ...claimed, ...delivery, claimedUntil }, isGivenUp };
    await release(tx, { ...claimed, claimedUntil });
    return { next: undefined, isGivenUp };
  });
}

/** Ends a claim without a word about the event, which stays due. */
export async function release(
  db: Kysely<Tables>,
  { destinationId, claimedUntil }: Pick<ClaimedDelivery, 'destinationId' | 'claimedUntil'>,
): Promise<void> {
  await db
    .updateTable('event_destinations')
    .set({ claimed_until: null })
    .where('destination_id', '=', destinationId)
    .where('claimed_until', '=', claimedUntil)
    .execute();
}

/** Deletes deliveries that are older than thirty days, and those whose destination was removed. */
export async function deleteOldDeliveries(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('event_deliveries').where('created_at', '<', addMs(now(), -KEPT_MS)).execute();
  await sql`
    delete from event_deliveries where not exists (
      select from event_destinations as destination
      where destination.destination_id = event_deliveries.destination_id
    )`.execute(db);
}

async function findNext(tx: Transaction<Tables>, destinationId: string, moment: Instant) {
  const { rows } = await nextDelivery(sql`${destinationId}`, moment).execute(tx);
  return rows[0];
}

/**
 * The destination's next event if it is due: the oldest one, unless it was tried so often that others overtake it; those
 * are sent when their own time has come.
 */
function nextDelivery(
  destinationId: RawBuilder<unknown>,
  moment: Instant,
): RawBuilder<Pick<EventDeliveriesTable, 'delivery_id' | 'body' | 'attempts'>> {
  return sql`
    select delivery_id, body, attempts from (
      (
        select * from event_deliveries
        where destination_id = ${destinationId} and state = 'waiting' and attempts < ${HELD_ATTEMPTS}
        order by delivery_id limit 1
      )
      union all
      (
        select * from event_deliveries
        where destination_id = ${destinationId} and state = 'waiting' and attempts >= ${HELD_ATTEMPTS}
          and next_try_at <= ${moment}::timestamptz
        order by delivery_id limit 1
      )
    ) as candidates
    where next_try_at <= ${moment}::timestamptz
    order by delivery_id limit 1`;
}
