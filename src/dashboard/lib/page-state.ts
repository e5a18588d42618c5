import { defaultPageSize } from '#contract/list-address.ts';
import { changeListQuery, type PageState } from './list-state.ts';

export type PageQuery = { limit: number; offset: number };

/** The page that an address says: `?limit=100&offset=200`. Anything else is the first one. */
export function pageIn(search: URLSearchParams): PageQuery {
  const numberOf = (name: string, otherwise: number, most: number) => {
    const number = Number(search.get(name) ?? otherwise);
    return Number.isInteger(number) && number >= 0 && number <= most ? number : otherwise;
  };
  return {
    limit: numberOf('limit', defaultPageSize, 300) || defaultPageSize,
    offset: numberOf('offset', 0, 1_000_000),
  };
}

/** The page of an address, and links to others. */
export function pageState(search: URLSearchParams, query: PageQuery): PageState {
  return {
    ...query,
    linkTo: (change) => ({ search: changeListQuery(search, change) }),
    unfiltered: { search: '' },
  };
}
