import { useSearchParams } from 'react-router';
import type * as z from 'zod/mini';
import { changeListQuery, filtersIn, type PageState, readListQuery } from './list-state.ts';
import { useChangeAddress } from './use-change-address.ts';

type Paged = z.ZodMiniObject<{ limit: z.ZodMiniType<number>; offset: z.ZodMiniType<number> }>;

/**
 * The state of a list, which is the address and nothing else. `schema` is the query of the list's operation, at
 * module scope.
 */
export function useListState<S extends Paged>(schema: S) {
  const [search] = useSearchParams();
  const changeAddress = useChangeAddress();
  const query = readListQuery(schema, search);
  const linkTo = (change: Record<string, string | number | undefined>) => ({
    search: changeListQuery(search, change),
  });
  const filters = filtersIn(schema, search);
  const page: PageState = {
    limit: query.limit,
    offset: query.offset,
    linkTo,
    unfiltered: linkTo(Object.fromEntries(filters.map((name) => [name, undefined]))),
  };
  return {
    query,
    page,
    isFiltered: filters.length > 0,
    linkTo,
    /** Changes the address in place: typing into a filter must not fill the history. */
    change: (change: Record<string, string | number | undefined>) =>
      void changeAddress(linkTo(change), { replace: true }),
  };
}
