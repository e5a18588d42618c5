import { keepPreviousData, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Operation } from '#contract/operation.ts';
import type { ReadRow } from '#contract/read-answer.ts';
import { readListQuery } from '#contract/list-address.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import type { ReadId } from '#dashboard/api/stale.ts';
import type { History, HistorySchema } from '#dashboard/api/history.ts';
import { type Lookup, lookUp, type Shown, shownOf } from '#dashboard/api/lookup.ts';
import { countedRows } from '#dashboard/lib/unproved.ts';
import { isOwnService } from '#dashboard/session/session.queries.ts';
import type { HistoryAddress } from './history-address.ts';
import { type HistoryPage, pagesKey, readPinned, zoneOf } from './history.queries.ts';

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
    queryKey: keyOf(history.operation, { count: asked, zone: zoneOf(asked, iana) }),
    queryFn: async ({ signal }): Promise<number | null> =>
      (await readPinned(history, asked, { iana, signal })).count,
    placeholderData: keepPreviousData,
  });
}

/** Reads one row by its id. Throws ApiError. */
export type ReadOne<T> = (
  id: string,
  context: { client: QueryClient; signal: AbortSignal },
) => Promise<Lookup<ReadRow<T>>>;

/** Finds a row with the filter `transaction_id` of its list, which a provider may not know. */
export function findInList<S extends HistorySchema, T extends { transaction_id: string }>(
  history: History<S, T>,
  operation: Operation,
): ReadOne<T> {
  return async (id, { client, signal }) =>
    await lookUp<T>({
      operation,
      parameter: 'transaction_id',
      value: id,
      read: async ({ limit, offset, ...filters }) => {
        const query = readListQuery(history.schema, new URLSearchParams(toTexts(filters)));
        return await history.read({ ...query, limit, offset }, signal);
      },
      idOf: ({ transaction_id: of }) => of,
      field: 'transaction_id',
      isWanted: ({ transaction_id: of }) => of === id,
      isTrusted: isOwnService(client),
    });
}

function toTexts(filters: Readonly<Record<string, string | number>>): [string, string][] {
  return Object.entries(filters).map(([name, value]) => [name, String(value)]);
}

/** Where what is known of one row is kept. */
export function rowKey({ operation }: { operation: { id: ReadId } }, id: string): QueryKey {
  return keyOf(operation, { row: id });
}

/** One row. What a list has shown of it is shown at once, and stays where it can't be told whether it exists. */
export function historyRow<S extends HistorySchema, T>(
  queryClient: QueryClient,
  history: History<S, T>,
  id: string,
  readOne: ReadOne<T>,
) {
  const queryKey = rowKey(history, id);
  const listed = () =>
    queryClient
      .getQueriesData<HistoryPage<T>>({ queryKey: pagesKey(history) })
      .flatMap(([, page]) => page?.rows ?? [])
      .find((row) => history.rowId(row) === id);
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<Shown<ReadRow<T>>> => {
      const lookup = await readOne(id, { client, signal });
      return shownOf(lookup, client.getQueryData<Shown<ReadRow<T>>>(queryKey)?.row ?? listed());
    },
    initialData: (): Shown<ReadRow<T>> | undefined => {
      const row = listed();
      return row && { lookup: { state: 'found', value: row }, row };
    },
    initialDataUpdatedAt: 0,
  });
}
