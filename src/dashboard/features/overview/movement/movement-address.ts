import type { Instant } from '#domain/time.ts';
import { transactionsPath } from '#dashboard/entities/transactions/transactions.queries.ts';
import type { Day } from './movement-days.ts';

/** The ranges that can be chosen, as lists name them, with their days. */
export const movementRanges = { '7d': 7, '30d': 30, '90d': 90 } as const;

export type MovementRange = keyof typeof movementRanges;

export const rangeNames = ['7d', '30d', '90d'] as const satisfies readonly MovementRange[];

export type MovementAddress = {
  range: MovementRange;
  /** Undefined where the address leaves it open. */
  currency: string | undefined;
  isTable: boolean;
};

const defaultRange = '30d';

/** What the address of the overview says of the movement; what it does not know falls back. */
export function parseMovementUrl(search: URLSearchParams): MovementAddress {
  const currency = search.get('currency') ?? '';
  return {
    range: rangeNames.find((name) => name === search.get('range')) ?? defaultRange,
    currency: /^[\w-]{1,16}$/.test(currency) ? currency : undefined,
    isTable: search.get('view') === 'table',
  };
}

/** The query string of it, with its `?`; empty for the default. */
export function writeMovementAddress({ range, currency, isTable }: MovementAddress): string {
  const search = new URLSearchParams();
  if (range !== defaultRange) search.set('range', range);
  if (currency !== undefined) search.set('currency', currency);
  if (isTable) search.set('view', 'table');
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

export type Direction = 'in' | 'out';

/** The lists that prove the numbers of a movement, which was read at `pin`. */
export function movementLinks(currency: string, range: MovementRange, pin: Instant) {
  const linkTo = (direction: Direction | undefined, when: Record<string, string>) => {
    const search = new URLSearchParams({ status: 'completed', currency, ...when });
    if (direction !== undefined) search.set('direction', direction);
    return `${transactionsPath}?${search.toString()}`;
  };
  return {
    ofRange: (direction?: Direction) => linkTo(direction, { range, until: pin }),
    ofDay: ({ from, to }: Day, direction?: Direction) =>
      // Of a day that goes on, only what was read.
      linkTo(direction, { created_from: from, created_to: to, ...(to > pin && { until: pin }) }),
  };
}

export type MovementLinks = ReturnType<typeof movementLinks>;
