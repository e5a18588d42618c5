import { changeListQuery, type PageState } from '#dashboard/lib/list-state.ts';
import type { PageQuery } from './reconciliation.queries.ts';

/** The page of an address, and links to others. */
export function pageState(search: URLSearchParams, query: PageQuery): PageState {
  return {
    ...query,
    linkTo: (change) => ({ search: changeListQuery(search, change) }),
    unfiltered: { search: '' },
  };
}
