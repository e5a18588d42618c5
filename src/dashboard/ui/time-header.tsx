import { instantFromDate } from '#domain/time.ts';
import { serverNow } from '../lib/server-time.ts';
import { useTimeZone } from '../lib/time-zone.ts';
import { zoneLabel } from '../lib/zoned-time.ts';

/** The head of a column of times, with the zone that they are in now. */
export function TimeHeader() {
  const { iana } = useTimeZone();
  return <>Time {zoneLabel(iana, instantFromDate(new Date(serverNow())))}</>;
}
