import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ReadPage } from '../export/read-pages.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { knownWallets } from '#dashboard/entities/wallets/known-wallets.queries.ts';
import { type ListSubjects, ownAddresses } from '#dashboard/entities/aml/aml-results.queries.ts';
import { type Collected, collectSubjects, type FindOwn } from './collect-subjects.ts';
import { mostRows } from './handed-list.ts';

/** A list whose addresses are to be collected, as on the screen. */
export type CollectedList = {
  of: ListSubjects;
  /** Reads its pages; with its filters, and pinned where it can be. */
  fetchPage: ReadPage<object>;
};

export type CollectState =
  | {
      phase: 'reading';
      read: number;
      expected: number | undefined;
      pause?: { page: number; seconds: number };
    }
  /** A page has failed: read on from there, or give up. */
  | { phase: 'failed'; read: number; expected: number | undefined; page: number; error: Error }
  | { phase: 'ended'; error: Error }
  | { phase: 'done'; collected: Collected };

/** Collects the addresses of a list while the component is there. */
export function useCollect({ of, fetchPage }: CollectedList) {
  const queryClient = useQueryClient();
  const mayReadWallets = usePermission('wallets:read', { needs: 'listWallets' }).allowed;
  const [state, setState] = useState<CollectState>({ phase: 'reading', read: 0, expected: undefined });
  const failure = useRef<{ goOn: () => void } | undefined>(undefined);

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const tell = (change: (before: CollectState) => CollectState) => {
      if (!signal.aborted) setState(change);
    };
    const findOwn: FindOwn = async (addresses) => {
      const { wallets, areAll } = await queryClient.fetchQuery(knownWallets({ addresses }));
      return { own: ownAddresses(wallets.map(({ address }) => address)), areAll };
    };
    const collect = async () => {
      return await collectSubjects(
        fetchPage,
        { of, findOwn: mayReadWallets ? findOwn : undefined, most: mostRows },
        {
          onProgress: (progress) => {
            signal.throwIfAborted();
            const { read, expected } = progress;
            tell(() => ({ phase: 'reading', read, expected: expected ?? undefined }));
          },
          onPause: ({ page, seconds }) =>
            tell((before) => ({ ...reading(before), pause: { page, seconds } })),
          onFailure: async ({ page, error }) => {
            signal.throwIfAborted();
            tell((before) => ({ ...reading(before), phase: 'failed', page, error }));
            await new Promise<void>((resolve) => (failure.current = { goOn: resolve }));
            tell(reading);
          },
          wait: async (ms) => {
            await new Promise((resolve) => setTimeout(resolve, ms));
            signal.throwIfAborted();
          },
        },
      );
    };
    collect().then(
      (collected) => tell(() => ({ phase: 'done', collected })),
      (error: unknown) =>
        tell(() => ({ phase: 'ended', error: error instanceof Error ? error : new Error(String(error)) })),
    );
    return () => leaving.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- the list as it was when this began
  }, []);

  return {
    state,
    /** Reads on from the page that failed. */
    goOn: () => failure.current?.goOn(),
  };
}

function reading(before: CollectState) {
  const { read, expected } = 'read' in before ? before : { read: 0, expected: undefined };
  return { phase: 'reading', read, expected } as const;
}
