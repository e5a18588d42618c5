import {
  matchQuery,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Operation } from '#contract/operation.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { call, type RequestOf } from './client.ts';
import { callsAny } from './queries.ts';
import { type ChangeId, type ReadId, staleAfter } from './stale.ts';

type Change = Operation & { id: ChangeId };

type Body<O extends Operation> = RequestOf<O> extends { body: infer B } ? B : void;

/** A change counts as made this long after it was answered, whatever is still being read again, in milliseconds. */
const longestWaitMs = 3_000;

/**
 * Reads again what the change makes stale, as far as it is shown. What is `gone` by it is not: that would only flash “not
 * found” on the way out.
 */
export async function refreshAfter(
  client: QueryClient,
  { id }: Pick<Change, 'id'>,
  gone?: QueryKey,
): Promise<void> {
  const stale: readonly ReadId[] = [...staleAfter[id], 'listAuditLog'];
  const isGone = (query: Parameters<typeof matchQuery>[1]) =>
    gone !== undefined && matchQuery({ queryKey: gone }, query);
  await client.invalidateQueries({
    predicate: (query) => callsAny(query.queryKey, stale) && isGone(query),
    refetchType: 'none',
  });
  const isRead = client.invalidateQueries({
    predicate: (query) => callsAny(query.queryKey, stale) && !isGone(query),
  });
  await Promise.race([isRead, new Promise((resolve) => setTimeout(resolve, longestWaitMs))]);
}

/** For a mutation that calls the operation: what it makes stale is read again. `goneOf`: see `refreshAfter`. */
export function useRefresh<V = unknown>(operation: Pick<Change, 'id'>, goneOf?: (variables: V) => QueryKey) {
  const client = useQueryClient();
  return {
    mutationKey: [operation.id] as const,
    onSuccess: async (_: unknown, variables: V) => refreshAfter(client, operation, goneOf?.(variables)),
    // A change without a response may have been made, and a refused one was out of date.
    onError: async (error: Error) => {
      if (error instanceof ApiError && error.kind === 'validation') return;
      const isRead = refreshAfter(client, operation);
      // A user who learns that another was first must see that change at once.
      if (error instanceof ApiError && error.kind === 'refused') await isRead;
    },
  };
}

/** Makes a change, given its body. What follows is up to the caller: `mutate(body, { onSuccess })`. */
export function useChange<O extends Change>(operation: O, goneOf?: (body: Body<O>) => QueryKey) {
  return useMutation({
    ...useRefresh(operation, goneOf),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an operation that changes something takes a body alone
    mutationFn: (body: Body<O>) => call(operation, { body } as RequestOf<O>),
  });
}

/**
 * Reports whether this change is being made right now. A mutation's own `isPending` is as old as the last render, which
 * a second click can outrun: the same thing would be made twice.
 */
export function useIsChanging({ id }: Pick<Change, 'id'>): () => boolean {
  const client = useQueryClient();
  return () => client.isMutating({ mutationKey: [id] }) > 0;
}
