/** When things happen. A place is a share of all that happens in the year: 0 is its first moment, 1 its last. */
export type Calendar = {
  /** The moment of a place, in milliseconds. A later place is never an earlier moment. */
  at: (place: number) => number;
  start: number;
  end: number;
};

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
const hoursInYear = 365 * 24;

/** How much more happens at the end of the year than at its start. */
const growth = 3.2;
/** Sunday first. */
const weekdays = [0.62, 1.06, 1.14, 1.15, 1.12, 1.18, 0.73];

/**
 * The year that ends at `end`. What happens is spread over its hours as business is: more every month, less
 * at night and at weekends. Only moments depend on `end`: the order of things does not.
 */
export function makeCalendar(end: number): Calendar {
  const start = end - hoursInYear * hourMs;
  const upTo = new Float64Array(hoursInYear + 1);
  for (let hour = 0; hour < hoursInYear; hour += 1) {
    upTo[hour + 1] = (upTo[hour] ?? 0) + activity(start, hour);
  }
  const total = upTo[hoursInYear] ?? 0;
  const at = (place: number): number => {
    const wanted = Math.min(Math.max(place, 0), 1) * total;
    let [low, high] = [0, hoursInYear - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle + 1] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    const before = upTo[low] ?? 0;
    const share = (wanted - before) / ((upTo[low + 1] ?? 0) - before);
    return Math.floor(start + (low + share) * hourMs);
  };
  return { at, start, end };
}

function activity(start: number, hour: number): number {
  const date = new Date(start + hour * hourMs);
  const weekday = weekdays[date.getUTCDay()] ?? 1;
  // The night is quietest at three, but some customers are always awake.
  const daytime = 1 - 0.6 * Math.cos(((date.getUTCHours() - 3) / 24) * 2 * Math.PI);
  return growth ** (hour / hoursInYear) * weekday * daytime;
}
