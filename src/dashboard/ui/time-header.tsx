import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { zoneCity } from '#dashboard/lib/zoned-time.ts';

/** The heading of a column of times, with the name of their zone: its offset from UTC isn't that of every row. */
export function TimeHeader({ label = 'Time' }: { label?: string }) {
  const { iana } = useTimeZone();
  return (
    <span data-in-zone>
      {label} ({zoneCity(iana)})
    </span>
  );
}
