import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ReadRow } from '#contract/read-answer.ts';
import { readListQuery } from '../../lib/list-state.ts';
import { countedRows } from '../../lib/unproved.ts';
import type { HistoryAddress, HistorySchema } from './history-address.ts';
import { type History, type HistoryPage, queryOf, zoneOf } from './history.queries.ts';

// What is asked beside the rows of a list, and loaded after them.

/** How many rows match the address with some of its filters changed; null where the provider can't tell. */
export function countRows<S extends HistorySchema, T>(
  history: History<S, T>,
  address: HistoryAddress<S>,
  filters: Readonly<Record<string, string | undefined>>,
  iana: string,
) {
  const query = { ...address.query, ...filters, limit: countedRows, offset: 0 };
  const asked = { ...address, query };
  return queryOptions({
    queryKey: [history.name, 'count', asked, zoneOf(asked, iana)],
    queryFn: async ({ signal }): Promise<number | null> =>
      (await history.read(await queryOf(asked, iana), signal)).count,
    placeholderData: keepPreviousData,
  });
}

/** Reads one row by its id; null where the account has none such. Throws ApiError. */
export type ReadOne<T> = (id: string, signal: AbortSignal) => Promise<ReadRow<T> | null>;

/** Finds a row with the filter `transaction_id` of its list. */
export function findInList<S extends HistorySchema, T>(history: History<S, T>): ReadOne<T> {
  return async (id, signal) => {
    const filters = new URLSearchParams({ transaction_id: id });
    const { rows } = await history.read({ ...readListQuery(history.schema, filters), limit: 2 }, signal);
    return rows.find((row) => history.rowId(row) === id) ?? null;
  };
}

/** One row, or null where the account has none such. A row that stands in a list is shown at once. */
export function historyRow<S extends HistorySchema, T>(
  queryClient: QueryClient,
  history: History<S, T>,
  id: string,
  readOne: ReadOne<T>,
) {
  return queryOptions({
    queryKey: [history.name, 'row', id],
    queryFn: ({ signal }) => readOne(id, signal),
    initialData: () =>
      queryClient
        .getQueriesData<HistoryPage<T>>({ queryKey: [history.name, 'page'] })
        .flatMap(([, page]) => page?.rows ?? [])
        .find((row) => history.rowId(row) === id),
    initialDataUpdatedAt: 0,
  });
}

/** The newest rows of these filters, 100 at most, without a pin. */
export function historyPageOf<S extends HistorySchema, T>(
  history: History<S, T>,
  filters: Readonly<Record<string, string>>,
) {
  return queryOptions({
    queryKey: [history.name, 'some', filters],
    queryFn: ({ signal }) =>
      history.read(readListQuery(history.schema, new URLSearchParams(filters)), signal),
  });
}
