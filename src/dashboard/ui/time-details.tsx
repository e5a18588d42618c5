import { parseTimestamp } from '#domain/time.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { TimeFacts } from './time-facts.tsx';
import { Time } from './time.tsx';

/** The shape of `TimeDetails` while the moment is being read. */
export function AwaitedTimeDetails() {
  return <TimeFacts timestamp={undefined} chosen={useTimeZone().iana} />;
}

/** A published moment in every zone that matters, and its age; unchanged if it can't be read. */
export function TimeDetails({ value }: { value: string | undefined }) {
  const { iana } = useTimeZone();
  const timestamp = parseTimestamp(value ?? '');
  return timestamp === undefined ? <Time value={value} /> : <TimeFacts timestamp={timestamp} chosen={iana} />;
}
