import type { Kysely } from 'kysely';
import {
  type EventDelivery,
  type EventDestination,
  MOST_DESTINATIONS,
} from '#contract/gateway/event-destinations.ts';
import type { EventDeliveriesTable } from '#database/event-tables.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { type Instant, writeIsoTime } from '#domain/time.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import { now } from '#domain/clock.ts';
import { newId } from '../ids.ts';
import { objectionTo, type SendingRules } from './send-event.ts';

const LATEST = 10;

/** Where the account's events are sent, in the order in which the URLs were added. */
export async function listDestinations(db: Kysely<Tables>, accountId: string): Promise<EventDestination[]> {
  const destinations = await db
    .selectFrom('event_destinations')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('destination_id')
    .execute();
  return await Promise.all(
    destinations.map(async ({ destination_id: id, url, created_at, created_by, last_delivered_at }) => ({
      id,
      url,
      created_at: writeIsoTime(created_at),
      created_by,
      last_delivered_at: isoOf(last_delivered_at),
      waiting: await countDeliveries(db, id, 'waiting'),
      failed: await countDeliveries(db, id, 'failed'),
      latest: await listLatest(db, id),
    })),
  );
}

/** Events of what happens from now on are sent there too. Throws the ServiceError that refuses the URL. */
export async function addDestination(
  db: Kysely<Tables>,
  accountId: string,
  { url: text, keyName, ...rules }: SendingRules & { url: string; keyName: string | null },
): Promise<void> {
  const url = URL.parse(text);
  if (url === null) throw validationError({ url: 'This isn’t a URL.' });
  const objection = objectionTo(url, rules);
  if (objection !== undefined) throw validationError({ url: objection });
  await inTransaction(db, async (tx) => {
    // Held, so that two users together don't exceed the limit.
    await tx
      .selectFrom('accounts')
      .select('account_id')
      .where('account_id', '=', accountId)
      .forNoKeyUpdate()
      .execute();
    const urls = await tx
      .selectFrom('event_destinations')
      .select('url')
      .where('account_id', '=', accountId)
      .execute();
    if (urls.some((each) => each.url === url.href)) {
      throw new ServiceError(409, 'Events are already sent to this URL');
    }
    if (urls.length >= MOST_DESTINATIONS) {
      throw new ServiceError(409, `Events can be sent to ${MOST_DESTINATIONS} URLs. Remove one first`);
    }
    await tx
      .insertInto('event_destinations')
      .values({
        destination_id: newId('dst'),
        account_id: accountId,
        url: url.href,
        created_at: now(),
        created_by: keyName,
      })
      .execute();
  });
}

/** Drops what was still to be sent there. False if the account has no such destination. */
export async function removeDestination(db: Kysely<Tables>, accountId: string, id: string): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    const removed = await tx
      .deleteFrom('event_destinations')
      .where('destination_id', '=', id)
      .where('account_id', '=', accountId)
      .returning('destination_id')
      .executeTakeFirst();
    if (removed === undefined) return false;
    await tx.deleteFrom('event_deliveries').where('destination_id', '=', id).execute();
    return true;
  });
}

/** What was given up is due again. False if the account has no such destination. */
export async function retryFailed(db: Kysely<Tables>, accountId: string, id: string): Promise<boolean> {
  const destination = await db
    .selectFrom('event_destinations')
    .select('destination_id')
    .where('destination_id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (destination === undefined) return false;
  await db
    .updateTable('event_deliveries')
    .set(dueNow())
    .where('destination_id', '=', id)
    .where('state', '=', 'failed')
    .execute();
  return true;
}

/** An event of any state is due again. False if the account has none with this ID. */
export async function sendAgain(db: Kysely<Tables>, accountId: string, id: string): Promise<boolean> {
  const changed = await db
    .updateTable('event_deliveries')
    .set(dueNow())
    .where('delivery_id', '=', id)
    .where('account_id', '=', accountId)
    .returning('delivery_id')
    .executeTakeFirst();
  return changed !== undefined;
}

function dueNow() {
  return { state: 'waiting', attempts: 0, next_try_at: now(), ended_at: null, error: null } as const;
}

async function countDeliveries(
  db: Kysely<Tables>,
  destinationId: string,
  state: 'waiting' | 'failed',
): Promise<number> {
  const { count } = await db
    .selectFrom('event_deliveries')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('destination_id', '=', destinationId)
    .where('state', '=', state)
    .executeTakeFirstOrThrow();
  return count;
}

async function listLatest(db: Kysely<Tables>, destinationId: string): Promise<EventDelivery[]> {
  const rows = await db
    .selectFrom('event_deliveries')
    .selectAll()
    .where('destination_id', '=', destinationId)
    .orderBy('delivery_id', 'desc')
    .limit(LATEST)
    .execute();
  return rows.map(toDelivery);
}

function toDelivery(row: EventDeliveriesTable): EventDelivery {
  const { delivery_id: id, transaction_id, event_status, state, attempts, created_at, error } = row;
  return {
    id,
    transaction_id,
    event_status,
    state,
    attempts,
    created_at: writeIsoTime(created_at),
    next_try_at: isoOf(row.next_try_at),
    ended_at: isoOf(row.ended_at),
    error,
  };
}

function isoOf(at: Instant | null): string | null {
  return at === null ? null : writeIsoTime(at);
}
