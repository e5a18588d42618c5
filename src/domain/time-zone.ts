/** Whether the text is the IANA name of a time zone that this machine knows, such as `Europe/Berlin`. */
export function isTimeZone(text: string): boolean {
  // Newer versions take offsets such as `+02:00` as well, which know no daylight saving.
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    Intl.DateTimeFormat('en-US', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** No zone changes its offset between quarters of an hour. */
const quarterMs = 15 * 60_000;
const mostKnown = 5_000;

/**
 * Finds how far clocks of a time zone are ahead of UTC at a moment. Both are in milliseconds, the moment since 1970. Quick for
 * millions of moments, because most share a quarter of an hour with another one. Throws a RangeError for an unknown zone.
 */
export function zoneOffsets(zone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const known = new Map<number, number>();
  return (ms) => {
    const quarter = Math.floor(ms / quarterMs);
    const found = known.get(quarter) ?? readOffset(format, ms);
    if (known.size === mostKnown) known.clear();
    known.set(quarter, found);
    return found;
  };
}

/** Written as `GMT+02:00`, `GMT` alone, and for years before there were zones `GMT+00:53:28`. */
function readOffset(format: Intl.DateTimeFormat, ms: number): number {
  const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? [];
  const offset = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -offset : offset;
}
