import type { Kysely } from 'kysely';
import {
  EVENT_DAYS,
  type IncomingEvent,
  listIncomingEvents,
  replayIncomingEvent,
} from '#contract/gateway/incoming-events.ts';
import type { IncomingEventsTable } from '#database/event-tables.ts';
import type { Tables } from '#database/tables.ts';
import { type Clock, writeIsoTime } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import { isLarge, threads, threadTask } from '#http/thread-pool.ts';
import type { SignedIn } from '../console-host.ts';
import type { EventSignals } from './event-signals.ts';
import { listEvents, replayEvent } from './events.store.ts';
import { noClaims, parseEvents, type ReadEvent } from './read-event.ts';

const parsing = threadTask<typeof parseEvents>(new URL('read-event.ts', import.meta.url), 'parseEvents');

type Deps = { db: Kysely<Tables>; now: Clock; signals: EventSignals };

/** The events that came for the account, as they came: what they say is shown as what they say. */
export function registerIncomingEventRoutes(host: Host<SignedIn>, { db, now, signals }: Deps): void {
  serve(host, listIncomingEvents, async ({ query, caller: { accountId } }) => {
    const { count, rows } = await listEvents(db, accountId, query);
    const bodies = rows.map(({ body }) => body);
    const events = isLarge(bodies.join(''))
      ? await threads.run(parsing, bodies, { owner: accountId })
      : parseEvents(bodies);
    return { count, events: rows.map((row, index) => toResponse(row, events[index])) };
  });

  serve(host, replayIncomingEvent, async ({ body: { id }, caller: { accountId } }) => {
    const isKnown = await replayEvent(db, { accountId, id, at: now() });
    if (!isKnown) throw new ServiceError(404, `Event not found. Events are deleted after ${EVENT_DAYS} days`);
    signals.wake();
    return { result: 'success' as const };
  });
}

function toResponse(row: IncomingEventsTable, event: ReadEvent | undefined): IncomingEvent {
  const { replayed_at: replayedAt } = row;
  return {
    id: row.event_id,
    // With the microseconds, by which the list is pinned.
    created_at: row.received_at,
    last_received_at: writeIsoTime(row.last_received_at),
    times: row.times,
    source: row.source,
    replayed_at: replayedAt === null ? null : writeIsoTime(replayedAt),
    ...(event?.claims ?? noClaims),
    problems: event?.problems ?? ['This version can’t read the event'],
    body: row.body,
  };
}
