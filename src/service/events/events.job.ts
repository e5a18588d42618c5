import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { every } from '#jobs/every.ts';
import type { Job } from '#jobs/job.ts';
import { now } from '#domain/clock.ts';
import {
  claimDelivery,
  type ClaimedDelivery,
  deleteOldDeliveries,
  recordSending,
  release,
} from './deliveries.store.ts';
import { sendEvent, type SendingRules } from './send-event.ts';

/** Longer than an attempt can take, so that no other process begins with the same one. */
const defaultLeaseMs = 30_000;
/** To so many destinations at the same time: one that doesn't respond holds up no other. */
const MOST_AT_ONCE = 50;
const CLEANUP_MS = 10 * 60_000;

type Options = SendingRules & {
  db: Kysely<Tables>;
  leaseMs?: number;
  /** Is called for each event that is no longer tried. */
  onGivenUp?: (event: ClaimedDelivery) => void;
};

/**
 * Sends events, at least once and one at a time to each destination. Several processes on one database share the
 * destinations. An event is recorded as delivered after it was: one whose process ends in between is sent again.
 */
export function eventsJob({
  db,
  leaseMs = defaultLeaseMs,
  onGivenUp = () => undefined,
  ...rules
}: Options): Job {
  const sendAll = async (first: ClaimedDelivery, stopping: AbortSignal): Promise<void> => {
    let claimed: ClaimedDelivery | undefined = first;
    while (claimed !== undefined) {
      const { url, body } = claimed;
      const sending = await sendEvent(url, body, { ...rules, stopping });
      if (sending.outcome === 'stopped') return await release(db, claimed);
      const recorded = await recordSending(db, claimed, sending, leaseMs);
      if (recorded.isGivenUp) onGivenUp(claimed);
      claimed = recorded.next;
    }
  };
  return {
    name: 'events',
    atOnce: MOST_AT_ONCE,
    // One, whatever the most: the next claim follows at once.
    claim: async (_most, atHand) => {
      const claimed = await claimDelivery(db, leaseMs, atHand);
      if (claimed === undefined) return [];
      return [{ id: claimed.destinationId, work: async (stopping) => sendAll(claimed, stopping) }];
    },
  };
}

/** Deletes old deliveries, in one of the processes. */
export function eventsCleanupJob(db: Kysely<Tables>): Job {
  const run = async () => deleteOldDeliveries(db);
  return every({ name: 'delete old events', everyMs: CLEANUP_MS, db, now, run });
}
