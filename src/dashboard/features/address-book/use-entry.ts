import { skipToken, useQuery } from '@tanstack/react-query';
import { bookQueries } from '#dashboard/entities/address-book/address-book.queries.ts';
import { readEntryKey } from '#dashboard/entities/address-book/book-paths.ts';

/** The entry that a key names. `data` is null when the book has none such. */
export function useEntry(key: string) {
  const identity = readEntryKey(key);
  const options = bookQueries.lookup(identity?.network ?? 'trx', identity?.address ?? '');
  const { data, error, refetch, isFetchedAfterMount } = useQuery(
    identity === undefined ? { ...options, queryFn: skipToken } : { ...options, staleTime: 0 },
  );
  // What was read before may be out of date, and a form would begin with it.
  const current = isFetchedAfterMount ? data?.entry : undefined;
  return { data: identity === undefined ? null : current, error, refetch };
}
