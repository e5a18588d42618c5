import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Operation } from '#contract/operation.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { call, type RequestOf } from './client.ts';
import type { ChangeId, ReadId } from './stale.ts';

/** The operation that a query calls, or each of them where there are several, and what is asked of it. */
type Key = readonly [operations: ReadId | readonly ReadId[], request: object];

/** A key for code, which isn't the response of an operation. */
type CodeKey = readonly ['code', { name: string }];

declare module '@tanstack/react-query' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with the library's.
  interface Register {
    queryKey: Key | CodeKey;
    mutationKey: readonly [ChangeId];
  }
}

type Read = Operation & { id: ReadId };

/**
 * The key of a query, under which `staleAfter` finds it. If the data is derived from an operation's response, the
 * request names the derivation: `{ part: 'names' }`.
 */
export function keyOf(operations: Pick<Read, 'id'> | readonly Pick<Read, 'id'>[], request: object = {}): Key {
  return ['id' in operations ? operations.id : operations.map(({ id }) => id), request];
}

/** Whether the query with this key calls one of the operations. */
export function callsAny([called]: QueryKey, operations: readonly ReadId[]): boolean {
  const ids: readonly string[] = typeof called === 'string' ? [called] : called;
  return operations.some((id) => ids.includes(id));
}

/** The `meta` of a query that reads many pages, so that it isn’t read again with each event of the provider. */
export const readingWholeList = { readsWholeList: true } as const;

/** How often the gateway is asked again for what it reads a provider's whole list for. */
const mostReadings = 10;

/** Asks again, when the gateway says to, while it is still reading a provider's list. Other failures are final. */
export const whileStillReading = {
  retry: (failures: number, error: Error) =>
    failures < mostReadings &&
    error instanceof ApiError &&
    error.status === 504 &&
    error.retryAfterSeconds !== null,
  retryDelay: (_failures: number, error: Error) =>
    1_000 * ((error instanceof ApiError ? error.retryAfterSeconds : null) ?? 1),
};

/** Calls the operation, and keeps its response as it comes. */
export function queryOf<O extends Read>(operation: O, request: RequestOf<O>) {
  return queryOptions({
    queryKey: keyOf(operation, request as object),
    queryFn: ({ signal }) => call(operation, request, signal),
  });
}

/** Code that is loaded when it is first needed, and then cached. */
export function codeOf<T>(name: string, load: () => Promise<T>) {
  return queryOptions({
    queryKey: ['code', { name }] as const,
    queryFn: load,
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
    // A module isn’t plain data.
    structuralSharing: false,
  });
}
