import { describe, expect, it, vi } from 'vitest';
import { ApiError, type ApiErrorKind } from '#dashboard/lib/api-error.ts';
import { readSession } from '#contract/gateway/sessions.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { sessionQueries } from '#dashboard/session/session.queries.ts';
import { signInTo } from '#dashboard/testing-service.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { createQueryClient, isWorthRetrying } from './query-client.ts';

const failure = (kind: ApiErrorKind, status: number) => new ApiError({ kind, status, message: 'no' });

describe('reads', () => {
  it('are repeated twice at most, and only when unreachable or failing', () => {
    expect(isWorthRetrying(0, failure('unreachable', 0))).toBe(true);
    expect(isWorthRetrying(1, failure('server', 500))).toBe(true);
    expect(isWorthRetrying(2, failure('server', 500))).toBe(false);
  });

  it.each([
    ['unauthenticated', 401],
    ['validation', 400],
    ['forbidden', 400],
    ['not_found', 404],
    ['rate_limited', 429],
  ] as const)('are not repeated when the answer is %s', (kind, status) => {
    expect(isWorthRetrying(0, failure(kind, status))).toBe(false);
  });
});

describe('the query client', () => {
  it('never repeats a write', async () => {
    const queryClient = createQueryClient(() => undefined);
    let attempts = 0;
    const mutation = queryClient.getMutationCache().build(queryClient, {
      mutationFn: () => {
        attempts += 1;
        return Promise.reject(failure('unreachable', 0));
      },
    });
    await expect(mutation.execute(undefined)).rejects.toThrow('no');
    expect(attempts).toBe(1);
  });

  it.each([404, 405])('asks anew what the provider can do after a %i', async (status) => {
    const queryClient = createQueryClient(() => undefined);
    const { queryKey } = sessionQueries.current();
    signInTo('remote', queryClient);
    const read = queryClient.fetchQuery({
      queryKey: keyOf(listWallets),
      queryFn: () => Promise.reject(failure('refused', status)),
    });
    await expect(read).rejects.toThrow('no');
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });

  it('reports once that a read found the session ended', async () => {
    const onSessionEnded = vi.fn<() => void>();
    const queryClient = createQueryClient(onSessionEnded);
    const read = queryClient.fetchQuery({
      queryKey: keyOf(readSession),
      queryFn: () => Promise.reject(failure('unauthenticated', 401)),
    });
    await expect(read).rejects.toThrow('no');
    expect(onSessionEnded).toHaveBeenCalledOnce();
  });
});
