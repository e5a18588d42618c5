import type * as z from 'zod/mini';
import { earlier } from '#contract/list-address.ts';
import { instantFromDate } from '#domain/time.ts';
import type { ListSchema } from '#dashboard/api/list-source.ts';
import { resolveRange } from '#dashboard/lib/date-range.ts';
import { type ListState, pinnedQuery } from './list-state.ts';

/**
 * What the service is asked for an address at a moment, in milliseconds. A relative range counts from where the list
 * is pinned, so that every page, and whoever gets the link, sees the same rows.
 */
export function resolveQuery<S extends ListSchema>(
  address: ListState<S>,
  now: number,
  iana: string,
): z.output<S> {
  const { query, range, until } = address;
  if (range === undefined) return pinnedQuery(address);
  const { from, to } = resolveRange(range, until ?? instantFromDate(new Date(now)), iana);
  return { ...query, created_from: from, created_to: earlier(to, until) };
}
