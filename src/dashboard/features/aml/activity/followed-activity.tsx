import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { amlActivityQuery } from '#dashboard/entities/aml/aml-activity.queries.ts';
import { pollMs } from '#dashboard/entities/aml/running.ts';
import { AmlActivity } from './aml-activity.tsx';
import { areEventsAnnounced } from '#dashboard/api/live-events.ts';
import { listenToChecks } from '#dashboard/entities/aml/aml-events.ts';
import { takeStarted } from '#dashboard/entities/aml/started-checks.ts';
import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import { shortenMiddle } from '#domain/shorten.ts';
import { notifyFailure, notifyNews } from '#dashboard/ui/notify.tsx';
import { amlLabels } from '#dashboard/entities/aml/aml-badge.tsx';

/** How often to poll for checks that other users have started, in milliseconds. */
const calmMs = 60_000;
/**
 * The longest pause between polls while changes are announced: if an announcement is lost, the page is not stale for
 * long.
 */
const announcedMs = 15_000;

/** Keeps what is known of running checks up to date, and announces those that end. Mounted once in the window. */
export function FollowedActivity() {
  const mayRead = usePermission('transactions:read');
  return mayRead.allowed && <Followed />;
}

function Followed() {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    ...amlActivityQuery,
    refetchInterval: ({ state }) => {
      const [oldest] = state.data?.running ?? [];
      if (oldest === undefined) return calmMs;
      return Math.max(pollMs(oldest.created_at, serverNow()), areEventsAnnounced() ? announcedMs : 0);
    },
  });
  const isRunning = (data?.running_count ?? 0) > 0;
  useEffect(() => (isRunning ? listenToChecks(queryClient) : undefined), [isRunning, queryClient]);
  useEffect(() => {
    if (data !== undefined) tellOfEnded(data.ended);
  }, [data]);
  return <AmlActivity isShort />;
}

/** Announces, once, those of the checks that were started in this browser. */
function tellOfEnded(ended: readonly AmlCheck[]): void {
  const finished = takeStarted(ended.map(({ id }) => id));
  const [first, ...others] = ended.filter(({ id }) => finished.includes(id));
  if (first === undefined) return;
  if (others.length > 0) {
    notifyNews(`${finished.length} AML checks finished`);
    return;
  }
  const subject = shortenMiddle(first.value);
  if (first.state !== 'finished') {
    const why = new Error(first.failure?.message ?? 'Open the check to see what to do next.');
    notifyFailure(`AML check of ${subject} failed`, why);
  } else {
    const risk = first.band === null ? '' : ` ${amlLabels[first.band]} risk`;
    notifyNews(`AML check of ${subject}:${risk}, ${first.score ?? 'no score'}.`);
  }
}
