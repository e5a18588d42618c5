import { mostMovementSpans } from '#contract/gateway/list-sums.ts';
import type { Instant } from '#domain/time.ts';
import { parseDateTimeParameter } from '#domain/time.ts';
import { transactionsPath } from '#dashboard/entities/transactions/transactions.queries.ts';
import { statementPath } from '#dashboard/entities/books/statement-path.ts';
import { type Bucket, bucketNames, defaultBucket, isBucketAllowed } from './movement-buckets.ts';
import { type Day, daysFrom, daysUntil } from './movement-days.ts';

/** The ranges that can be chosen, as lists name them, with their days. */
export const movementRanges = { '7d': 7, '30d': 30, '90d': 90 } as const;

export type MovementRange = keyof typeof movementRanges;

export const rangeNames = ['7d', '30d', '90d'] as const satisfies readonly MovementRange[];

/** Two dates such as `2026-11-21`, both included: days of the zone in which they are looked at. */
export type CustomPeriod = { from: string; to: string };

/** Days up to now, or any others. */
export type MovementPeriod = MovementRange | CustomPeriod;

export type MovementAddress = {
  period: MovementPeriod;
  /** Undefined where the address leaves it open. */
  currency: string | undefined;
  /** Undefined for what suits the period. */
  bucket: Bucket | undefined;
  isCumulative: boolean;
  isTable: boolean;
  /** The past moment that it ends at, as the address has it; undefined for now. */
  at: string | undefined;
};

const defaultRange = '30d';

/** As many days as the server adds up at once. */
export const longestPeriodDays = mostMovementSpans;

/** Parses the overview's URL; unknown values fall back to their defaults. */
export function parseMovementUrl(search: URLSearchParams): MovementAddress {
  const currency = search.get('currency') ?? '';
  const period =
    parseCustomPeriod(search.get('from') ?? '', search.get('to') ?? '') ??
    rangeNames.find((name) => name === search.get('range')) ??
    defaultRange;
  return {
    period,
    currency: /^[\w-]{1,16}$/.test(currency) ? currency : undefined,
    bucket: allowedBucket(search.get('bucket'), period),
    isCumulative: search.get('cumulative') === 'on',
    isTable: search.get('view') === 'table',
    at: search.get('at') ?? undefined,
  };
}

/** The query string of it, with its `?`; empty for the default. */
export function writeMovementAddress(address: MovementAddress): string {
  const { period, currency, isCumulative, isTable, at } = address;
  const search = new URLSearchParams();
  if (typeof period !== 'string') {
    search.set('from', period.from);
    search.set('to', period.to);
  } else if (period !== defaultRange) search.set('range', period);
  if (currency !== undefined) search.set('currency', currency);
  const bucket = allowedBucket(address.bucket, period);
  if (bucket !== undefined) search.set('bucket', bucket);
  if (isCumulative) search.set('cumulative', 'on');
  if (isTable) search.set('view', 'table');
  if (at !== undefined) search.set('at', at);
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** What the movement of a period is grouped by. */
export function bucketOf({ bucket, period }: Pick<MovementAddress, 'bucket' | 'period'>): Bucket {
  return bucket ?? defaultBucket(dayCountOf(period));
}

/** Undefined for the period's default, and for a grouping that the period is too long for. */
function allowedBucket(name: string | null | undefined, period: MovementPeriod): Bucket | undefined {
  const days = dayCountOf(period);
  const bucket = bucketNames.find((known) => known === name);
  const isAllowed = bucket !== undefined && isBucketAllowed(bucket, days);
  return isAllowed && bucket !== defaultBucket(days) ? bucket : undefined;
}

/** How many days a period has in the calendar. */
export function dayCountOf(period: MovementPeriod): number {
  if (typeof period === 'string') return movementRanges[period];
  return (Date.parse(period.to) - Date.parse(period.from)) / 86_400_000 + 1;
}

/** The days of a period in the zone, oldest first; none that are still to come. */
export function daysOf(period: MovementPeriod, now: Instant, iana: string): Day[] {
  if (typeof period === 'string') return daysUntil(now, movementRanges[period], iana);
  return daysFrom(period.from, period.to, now, iana);
}

function parseCustomPeriod(from: string, to: string): CustomPeriod | undefined {
  const areDates = [from, to].every((text) => parseDateTimeParameter(text)?.isDateOnly === true);
  if (!areDates || from > to || dayCountOf({ from, to }) > longestPeriodDays) return undefined;
  return { from, to };
}

type Direction = 'in' | 'out';

type LinkedMovement = {
  currency: string;
  period: MovementPeriod;
  days: readonly Day[];
  /** When it was read, or the past moment that it ends at. */
  pin: Instant;
  /** Counted by booking time, as statements are. Otherwise by creation, as lists are. */
  isBooked: boolean;
  isPast: boolean;
};

type Linked = Pick<Day, 'from' | 'to' | 'date'> & { lastDate: string };

/** What proves the numbers of a movement: undefined where nothing has exactly these. */
export type MovementLinks = {
  ofRange: (direction?: Direction) => string | undefined;
  /** Of a day, or of any bucket of days. */
  of: (movement: Linked, direction?: Direction) => string | undefined;
  /** From the start of the range to the end of a bucket. */
  upTo: (movement: Linked) => string | undefined;
  /** The transactions of a bucket, or of the whole range, one by one. */
  transactions: (movement?: Linked) => string | undefined;
};

/** The statements or lists that prove the numbers of a movement. */
export function movementLinks(movement: LinkedMovement): MovementLinks {
  return movement.isBooked ? linksToStatements(movement) : linksToLists(movement);
}

function linksToStatements({ days, pin, isPast }: LinkedMovement): MovementLinks {
  const between = (first: Linked | Day | undefined, last: Linked | undefined) => {
    // A statement has whole days: of one that ends later than the past moment, it says more than is shown.
    if (first === undefined || last === undefined || (isPast && last.to > pin)) return undefined;
    return statementPath(first.date, last.lastDate);
  };
  const lastDay = days.at(-1);
  return {
    ofRange: () => between(days[0], lastDay && { ...lastDay, lastDate: lastDay.date }),
    of: (movement) => between(movement, movement),
    upTo: (movement) => between(days[0], movement),
    transactions: () => undefined,
  };
}

function linksToLists({ currency, period, days, pin }: LinkedMovement): MovementLinks {
  const linkTo = (direction: Direction | undefined, when: Record<string, string>) => {
    const search = new URLSearchParams({ status: 'completed', currency, ...when });
    if (direction !== undefined) search.set('direction', direction);
    return `${transactionsPath}?${search.toString()}`;
  };
  const between = (from: Instant, to: Instant, direction?: Direction) =>
    // On a day that isn't over, only what was read.
    linkTo(direction, { created_from: from, created_to: to, ...(to > pin && { until: pin }) });
  const start = days[0]?.from ?? pin;
  const ofRange = (direction?: Direction) =>
    typeof period === 'string'
      ? linkTo(direction, { range: period, until: pin })
      : between(start, days.at(-1)?.to ?? pin, direction);
  return {
    ofRange,
    of: ({ from, to }, direction) => between(from, to, direction),
    upTo: ({ to }) => between(start, to),
    transactions: (movement) => (movement === undefined ? ofRange() : between(movement.from, movement.to)),
  };
}
