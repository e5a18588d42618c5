import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Task } from '../worker/worker.ts';
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
  /** Hears of each event that is no longer tried. */
  onGivenUp?: (event: ClaimedDelivery) => void;
};

/**
 * Sends events, at least once and one at a time to each destination. Several processes on one database share the
 * destinations. An event is recorded as delivered after it was: one whose process ends in between is sent again.
 */
export function eventsTask({
  db,
  leaseMs = defaultLeaseMs,
  onGivenUp = () => undefined,
  ...rules
}: Options): Task {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let cleanupAt = 0;

  const sendAll = async (first: ClaimedDelivery): Promise<void> => {
    let claimed: ClaimedDelivery | undefined = first;
    while (claimed !== undefined) {
      const { url, body } = claimed;
      const sending = await sendEvent(url, body, { ...rules, stopping: stopping.signal });
      if (sending.outcome === 'stopped') return await release(db, claimed);
      const recorded = await recordSending(db, claimed, sending, leaseMs);
      if (recorded.isGivenUp) onGivenUp(claimed);
      claimed = recorded.next;
    }
  };
  const start = (claimed: ClaimedDelivery): void => {
    // Its claim ends by itself, so that the event is sent later. The next look throws the error.
    const work = sendAll(claimed).catch((error: unknown) => void failures.push(error));
    const done = work.finally(() => underWay.delete(done));
    underWay.add(done);
  };

  return {
    name: 'events',
    runOnce: async () => {
      if (stopping.signal.aborted) return false;
      if (failures.length > 0) throw failures.shift();
      if (cleanupAt <= Date.now()) {
        cleanupAt = Date.now() + CLEANUP_MS;
        await deleteOldDeliveries(db);
      }
      if (underWay.size >= MOST_AT_ONCE) await Promise.race(underWay);
      const claimed = await claimDelivery(db, leaseMs);
      if (claimed === undefined) return false;
      start(claimed);
      return true;
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}
