import type { Instant } from '#domain/time.ts';
import { dateOf, endOf, isStartOfDay } from '#dashboard/lib/period-text.ts';
import {
  clockInZone,
  firstMomentAt,
  formatExactInstant,
  lastMomentAt,
  momentBefore,
  momentsAt,
} from '#dashboard/lib/zoned-time.ts';

/**
 * A range as a user types it, on the clock of their zone: dates as `2026-11-21`, times as `15:30` or `15:30:12`, empty
 * for none. Without times, whole days; the end's time is the first that does not belong to the range.
 */
export type RangeFields = { fromDate: string; fromTime: string; toDate: string; toTime: string };

/** What is wrong with typed fields, by field. */
export type RangeErrors = Partial<Record<keyof RangeFields, string>>;

/** What typed fields mean, both ends included; or what is wrong with them, by field. */
export type ReadRange =
  | { ok: true; from: Instant | undefined; to: Instant | undefined; notes: string[] }
  | { ok: false; errors: RangeErrors };

/** Reads typed fields in the zone. If clocks skipped a time or repeated it, a note says which one is used. */
export function parseRangeFields(fields: RangeFields, iana: string): ReadRange {
  const errors: RangeErrors = {};
  if (fields.fromTime !== '' && fields.fromDate === '') errors.fromDate = 'Enter the date, too.';
  if (fields.toTime !== '' && fields.toDate === '') errors.toDate = 'Enter the date, too.';
  const isEmpty = Object.values(fields).every((text) => text === '');
  if (isEmpty) errors.fromDate = 'Enter a start date, an end date or both.';
  if (Object.keys(errors).length > 0) return { ok: false, errors };

  const start = fields.fromDate === '' ? undefined : clockAt(fields.fromDate, fields.fromTime);
  const end = fields.toDate === '' ? undefined : clockAt(fields.toDate, fields.toTime);
  if (end !== undefined && fields.toTime === '') end.setUTCDate(end.getUTCDate() + 1);
  const from = start && firstMomentAt(iana, start);
  const isWholeDay = fields.toTime === '';
  const to = end && momentBefore(isWholeDay ? firstMomentAt(iana, end) : lastMomentAt(iana, end));
  if (from !== undefined && to !== undefined && from > to) {
    return { ok: false, errors: { toDate: 'The end must be after the start.' } };
  }
  const notes = [
    fields.fromTime === '' || !start ? undefined : noteOn(start, 'begins', iana),
    isWholeDay || !end ? undefined : noteOn(end, 'ends', iana),
  ];
  return { ok: true, from, to, notes: notes.filter((note) => note !== undefined) };
}

/** The fields for a range. Fractions of a second aren't shown, so they are lost when the fields are read back. */
export function rangeFields(from: Instant | undefined, to: Instant | undefined, iana: string): RangeFields {
  const end = to && endOf(to);
  const isWholeDay = end !== undefined && isStartOfDay(end, iana);
  const shownEnd = isWholeDay ? to : (end ?? to);
  return {
    fromDate: from ? dateOf(from, iana) : '',
    fromTime: from && !isStartOfDay(from, iana) ? timeOf(from, iana) : '',
    toDate: shownEnd ? dateOf(shownEnd, iana) : '',
    toTime: shownEnd && !isWholeDay ? timeOf(shownEnd, iana) : '',
  };
}

function clockAt(date: string, time: string): Date {
  return new Date(`${date}T${time === '' ? '00:00' : time}Z`);
}

function timeOf(instant: Instant, iana: string): string {
  return clockInZone(iana, instant).toISOString().slice(11, 19).replace(/:00$/, '');
}

function noteOn(clock: Date, verb: 'begins' | 'ends', iana: string): string | undefined {
  const count = momentsAt(iana, clock).length;
  if (count === 1) return undefined;
  const time = clock.toISOString().slice(11, 19);
  const moment = (verb === 'begins' ? firstMomentAt : lastMomentAt)(iana, clock);
  const usedTime = formatExactInstant(moment, iana).replace('.000000', '').slice(11);
  return count === 0
    ? `Clocks skipped ${time}, so the range ${verb} at ${usedTime}.`
    : `Clocks showed ${time} twice, so the range ${verb} at the ${verb === 'begins' ? 'first' : 'second'}, ${usedTime}.`;
}
