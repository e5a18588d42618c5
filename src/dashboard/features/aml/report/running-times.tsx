import { useSyncExternalStore } from 'react';
import type { AmlCheck } from '#contract/gateway/aml-library.ts';
import { durationWords } from '#dashboard/lib/age-words.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';

/** For how long a check has been running, how often its report was asked for, and when it is asked for again. */
export function RunningTimes({ check }: { check: AmlCheck }) {
  const now = useSyncExternalStore(everySecond, () => Math.floor(serverNow() / 1000) * 1000);
  const next = check.next_recheck_at === null ? undefined : Date.parse(check.next_recheck_at) - now;
  const times = check.rechecks === 1 ? 'once' : `${check.rechecks} times`;
  return (
    <>
      Running for {durationWords(Math.max(0, now - Date.parse(check.created_at)))}
      {check.rechecks > 0 && `, asked for the report ${times}`}
      {next !== undefined && (next > 0 ? `, next in ${durationWords(next)}` : ', next now')}.
    </>
  );
}

function everySecond(listener: () => void) {
  const timer = setInterval(listener, 1_000);
  return () => clearInterval(timer);
}
