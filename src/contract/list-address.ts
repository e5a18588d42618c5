import * as z from 'zod/mini';
import { type Instant, parseDateTimeParameter } from '#domain/time.ts';

// How the address of a list's page is read: by the page, and by the gateway, which has the page request its rows early.

/** The query of a page's address, as `URLSearchParams` gives it. */
export type Search = { get: (name: string) => string | null };

/** How many rows a page has unless its address says otherwise: a few screens of them, so that the first ones come soon. */
export const defaultPageSize = 50;

/**
 * A list's query as the address gives it, read by the contract's own schema. Values that it refuses fall back
 * to their default one by one, so that one mistyped parameter does not cost the others.
 */
export function parseListQuery<S extends z.ZodMiniObject>(schema: S, search: Search): z.output<S> {
  const defaults = 'limit' in schema.shape ? { limit: String(defaultPageSize) } : {};
  const given: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = search.get(name);
    if (value !== null && value !== '') given[name] = value;
  }
  const whole = z.safeParse(schema, { ...defaults, ...given });
  if (whole.success) return whole.data;

  const refused = new Set(whole.error.issues.map((issue) => issue.path[0]));
  const accepted = Object.entries(given).filter(([name]) => !refused.has(name));
  return z.parse(schema, { ...defaults, ...Object.fromEntries(accepted) });
}

/** The moment that a list's address is pinned to: nothing newer is shown. */
export function parseUntil(search: Search): Instant | undefined {
  return parseDateTimeParameter(search.get('until') ?? '')?.instant;
}

/** The earlier of two ends, of which either may be missing. */
export function earlier(a: Instant | undefined, b: Instant | undefined): Instant | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a < b ? a : b;
}

/**
 * The parameters for the time of a list's rows, both ends inclusive: when they were created, or booked for those that also
 * have the time of a document. Undefined for a list without one.
 */
export function timeParameters({ shape }: { shape: object }) {
  if ('booked_to' in shape) return { from: 'booked_from', to: 'booked_to' } as const;
  return 'created_to' in shape ? ({ from: 'created_from', to: 'created_to' } as const) : undefined;
}

/** A list's query, with nothing newer than the moment that its address is pinned to. */
export function upTo<Q extends Readonly<Record<string, unknown>>>(
  query: Q,
  name: string,
  until: Instant | undefined,
): Q {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the end of a list's time, by its contract
  return until === undefined
    ? query
    : { ...query, [name]: earlier(query[name] as Instant | undefined, until) };
}
