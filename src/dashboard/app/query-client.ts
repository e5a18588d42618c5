import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { isOwnService, sessionQueries } from '#dashboard/session/session.queries.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';

/** Reads are worth repeating if there was no response or the server failed; never if it refused. */
export function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ApiError && (error.kind === 'unreachable' || error.status >= 500);
}

/**
 * `onSessionEnded` runs when any request is answered 401, and `onAccountLost` when one is answered that the user is no longer a
 * member of the page's account.
 */
export function createQueryClient(
  onSessionEnded: () => void,
  onAccountLost: () => void = () => undefined,
): QueryClient {
  const watch = (error: Error) => {
    if (!(error instanceof ApiError)) return;
    if (error.kind === 'unauthenticated') onSessionEnded();
    // Without a session there is nothing on the screen, and the page says what is wrong.
    const isShown = client.getQueryData(sessionQueries.current().queryKey) !== undefined;
    if (isShown && isNotMember(error)) onAccountLost();
    // It may say that the provider doesn't have the operation, which the session then tells.
    const mayBeMissing = error.status === 404 || error.status === 405;
    if (mayBeMissing && !isOwnService(client)) {
      void client.invalidateQueries({ queryKey: sessionQueries.current().queryKey });
    }
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({ onError: watch }),
    defaultOptions: {
      // Offline is a state that the screens show: a request must fail at once, not wait for the network.
      queries: { staleTime: 5_000, retry: isWorthRetrying, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

/** Waits for what loaders asked for, and for what they asked for once they knew that. */
export async function allRead(queryClient: QueryClient): Promise<void> {
  const isReading = { predicate: ({ state }: Query) => state.fetchStatus === 'fetching' };
  for (;;) {
    const reading = queryClient.getQueryCache().findAll(isReading);
    if (reading.length === 0) return;
    await Promise.all(reading.map(async ({ promise }) => promise));
    // Those who waited for it come first.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Makes all that is there as old as if it had been read at this moment, in milliseconds since 1970 by this machine's clock. */
export function dateAll(queryClient: QueryClient, updatedAt: number): void {
  for (const { queryKey, state } of queryClient.getQueryCache().getAll()) {
    queryClient.setQueryData(queryKey, state.data, { updatedAt });
  }
}

/** Whether the user isn't a member of the account that the page's URL names. */
export function isNotMember({ status, data }: ApiError): boolean {
  return status === 403 && typeof data === 'object' && data !== null && 'not_a_member' in data;
}
