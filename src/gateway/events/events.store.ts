import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { EVENT_DAYS, type listIncomingEvents } from '#contract/gateway/incoming-events.ts';
import type { QueryOf } from '#contract/operation.ts';
import type { IncomingEventsTable } from '#database/event-tables.ts';
import type { Tables } from '#database/tables.ts';
import { addMs, type Clock, type Instant } from '#domain/time.ts';

const KEPT_MS = EVENT_DAYS * 24 * 3_600_000;
/** Beyond either, an account's oldest events are deleted earlier: no sender fills the database. */
const mostStored = { events: 100_000, characters: 64 * 1024 * 1024 };
/** Only accounts that received something lately can have too much. Housekeeping runs every minute. */
const LATELY_MS = 10 * 60_000;

type NewEvent = Pick<IncomingEventsTable, 'account_id' | 'content_hash' | 'source' | 'body'> & {
  at: Instant;
};

/** Stores an event, or counts one that says the same as a stored one, and signals it to every process. */
export async function recordEvent(db: Kysely<Tables>, event: NewEvent): Promise<void> {
  const id = `evt_${randomBytes(12).toString('hex')}`;
  await sql`
    with webhook as (
      update incoming_webhooks set signals = signals + 1, last_event_at = ${event.at}::timestamptz
      where account_id = ${event.account_id}
      returning account_id
    )
    insert into incoming_events as stored
      (event_id, account_id, content_hash, received_at, last_received_at, times, source, body)
    select ${id}, account_id, ${event.content_hash}, ${event.at}::timestamptz, ${event.at}::timestamptz, 1,
      ${event.source}, ${event.body}
    from webhook
    on conflict (account_id, content_hash) do update set
      times = stored.times + 1,
      last_received_at = greatest(stored.last_received_at, excluded.last_received_at),
      source = excluded.source`.execute(db);
}

/** Signals a stored event once more. False if the account has none with this ID. */
export async function replayEvent(
  db: Kysely<Tables>,
  { accountId, id, at }: { accountId: string; id: string; at: Instant },
): Promise<boolean> {
  const { rows } = await sql`
    with replayed as (
      update incoming_events set replayed_at = ${at}::timestamptz
      where event_id = ${id} and account_id = ${accountId}
      returning account_id
    )
    update incoming_webhooks set signals = signals + 1
    where account_id in (select account_id from replayed)
    returning account_id`.execute(db);
  return rows.length > 0;
}

/** One page of the account's events, and how many there are on all pages. */
export async function listEvents(
  db: Kysely<Tables>,
  accountId: string,
  query: QueryOf<typeof listIncomingEvents>,
): Promise<{ count: number; rows: IncomingEventsTable[] }> {
  const { created_from: from, created_to: to, id, search } = query;
  let found = db.selectFrom('incoming_events').where('account_id', '=', accountId);
  if (from !== undefined) found = found.where('received_at', '>=', from);
  if (to !== undefined) found = found.where('received_at', '<=', to);
  if (id !== undefined) found = found.where('event_id', '=', id);
  if (search !== undefined) found = found.where(sql<boolean>`position(lower(${search}) in lower(body)) > 0`);
  const { count } = await found
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy('received_at', query.sort_direction)
    .orderBy('event_id', query.sort_direction)
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  return { count, rows };
}

/** Deletes events that have not come for thirty days, and the oldest of an account that has too many. */
export function createEventCleanup(
  db: Kysely<Tables>,
  now: Clock,
  { events, characters } = mostStored,
): () => Promise<void> {
  return async () => {
    const at = now();
    await db.deleteFrom('incoming_events').where('last_received_at', '<', addMs(at, -KEPT_MS)).execute();
    await sql`
      delete from incoming_events where event_id in (
        select event_id from (
          select event_id, row_number() over newest as place, sum(length(body)) over newest as characters
          from incoming_events
          where account_id in (
            select account_id from incoming_webhooks where last_event_at > ${addMs(at, -LATELY_MS)}::timestamptz
          )
          window newest as (partition by account_id order by last_received_at desc, event_id desc)
        ) as stored
        where place > ${events} or characters > ${characters}
      )`.execute(db);
  };
}
