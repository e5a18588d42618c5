import type { Instant } from '#domain/time.ts';
import { formatInstant, zoneName } from '#dashboard/lib/zoned-time.ts';

/** The moment that a statement is of, and the zone that its days are in. */
export function AsOf({ at, iana }: { at: Instant; iana: string }) {
  return (
    <span>
      As of {formatInstant(at, iana)}, days in {zoneName(iana)}
    </span>
  );
}
