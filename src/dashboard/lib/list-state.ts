import type * as z from 'zod/mini';
import type { SearchChange } from './use-change-address.ts';

/** The page sizes that tables offer; any other within the contract's bounds is kept when the address says so. */
export const pageSizes = [25, 50, 100, 300] as const;

/** The part of a list's state that is the same for all lists. */
export type PageState = {
  limit: number;
  offset: number;
  /** How many rows a page has where the provider gives fewer than `limit`. */
  pageSize?: number;
  /** Whether the provider gives no other page than this one. */
  isOnly?: boolean;
  linkTo: (change: { limit?: number; offset?: number }) => SearchChange;
  /** Prefetches the page that begins there, which the user is about to open. */
  prefetch?: (offset: number) => void;
  /** The same list without its filters. */
  unfiltered: SearchChange;
};

/** Where the last page starts. */
export function lastOffset(count: number, limit: number): number {
  return count === 0 ? 0 : Math.floor((count - 1) / limit) * limit;
}

// What shapes the view of a list and does not say which rows belong to it.
const viewParameters = new Set([
  'limit',
  'offset',
  'sort_by',
  'sort_direction',
  'until',
  'columns',
  'density',
]);

/**
 * The address with some of the list's parameters changed; what is undefined or empty goes. Any change but of
 * the offset itself starts at the first page again. Parameters of others stay as they are.
 */
export function changeListQuery(
  search: URLSearchParams,
  change: Record<string, string | number | undefined>,
): string {
  const changed = new URLSearchParams(search);
  if (!('offset' in change)) changed.delete('offset');
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '' || (name === 'offset' && value === 0)) changed.delete(name);
    else changed.set(name, String(value));
  }
  const text = changed.toString();
  return text === '' ? '' : `?${text}`;
}

/** The names of the filters that the address sets. */
export function filtersIn(schema: z.ZodMiniObject, search: URLSearchParams): string[] {
  return Object.keys(schema.shape).filter(
    (name) => !viewParameters.has(name) && (search.get(name) ?? '') !== '',
  );
}
