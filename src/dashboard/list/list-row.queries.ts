import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Operation } from '#contract/operation.ts';
import type { ReadRow } from '#contract/read-answer.ts';
import { parseListQuery } from '#contract/list-address.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import type { ReadId } from '#dashboard/api/stale.ts';
import type { ListSchema, ListSource } from '#dashboard/api/list-source.ts';
import { type Lookup, type Shown, shownOf } from '#dashboard/api/lookup.ts';
import { lookUp } from '#dashboard/api/search.ts';
import { isOwnService } from '#dashboard/session/session.queries.ts';
import { type ListRows, pagesKey } from './list-rows.queries.ts';

/** Reads one row by its id. Throws ApiError. */
export type ReadOne<T> = (
  id: string,
  context: { client: QueryClient; signal: AbortSignal },
) => Promise<Lookup<ReadRow<T>>>;

/** Finds a row with the filter `transaction_id` of its list, which a provider may not know. */
export function findInList<S extends ListSchema, T extends { transaction_id: string }>(
  source: ListSource<S, T>,
  operation: Operation,
): ReadOne<T> {
  return async (id, { client, signal }) =>
    await lookUp<T>({
      operation,
      parameter: 'transaction_id',
      value: id,
      read: async ({ limit, offset, ...filters }) => {
        const query = parseListQuery(source.schema, new URLSearchParams(toTexts(filters)));
        return await source.read({ ...query, limit, offset }, signal);
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

/** The query key of one row. */
export function rowKey({ operation }: { operation: { id: ReadId } }, id: string): QueryKey {
  return keyOf(operation, { row: id });
}

/** One row. What a list has shown of it appears at once, and stays if it is unknown whether the row exists. */
export function listRow<S extends ListSchema, T>(
  queryClient: QueryClient,
  source: ListSource<S, T>,
  id: string,
  readOne: ReadOne<T>,
) {
  const queryKey = rowKey(source, id);
  const listed = () =>
    queryClient
      .getQueriesData<ListRows<T>>({ queryKey: pagesKey(source) })
      .flatMap(([, page]) => page?.rows ?? [])
      .find((row) => source.rowId(row) === id);
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
