import {
  type IncomingEvent,
  listIncomingEvents,
  replayIncomingEvent,
} from '#contract/gateway/incoming-events.ts';
import { openSets } from '#contract/fields.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { call } from '#dashboard/api/client.ts';
import type { ListSource } from '#dashboard/api/list-source.ts';

const schema = openSets(listIncomingEvents.query);

/** What the provider has sent, as received. */
export const incomingEvents: ListSource<typeof schema, IncomingEvent> = {
  name: 'incoming-events',
  operation: listIncomingEvents,
  schema,
  read: (query, signal) => call(listIncomingEvents, { query }, signal),
  rowId: ({ value }) => value.id,
  createdAt: ({ value }) => value.created_at,
};

export const incomingEventsPath = '/incoming-events';

/** The page of one event. */
export function incomingEventPath(id: string): string {
  return `${incomingEventsPath}/${encodeURIComponent(id)}`;
}

export function useReplayEvent() {
  return useChange(replayIncomingEvent);
}
