import { type NavigateOptions, useLocation, useNavigate } from 'react-router';
import { rebaseSearch } from './rebase-search.ts';

/** The same page with another search. */
export type SearchChange = { search: string };

/**
 * Goes to an address that was made from the drawn one, and keeps what was changed since: a page is drawn some time
 * after its address has changed, and a filter may be chosen in between.
 */
export function useChangeAddress(): (to: SearchChange, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate();
  const { search } = useLocation();
  return async ({ search: wanted }, options) =>
    navigate({ search: rebaseSearch(search, wanted, window.location.search) }, options);
}
