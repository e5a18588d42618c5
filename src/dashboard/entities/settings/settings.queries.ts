import { queryOptions, useQuery } from '@tanstack/react-query';
import { type AccountSettings, readSettings } from '#contract/gateway/settings.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import type { Explorers } from '#dashboard/lib/explorers.ts';

const rarelyChangesMs = 10 * 60_000;

export const settingsQueries = {
  all: () =>
    queryOptions({
      ...queryOf(readSettings, {}),
      staleTime: rarelyChangesMs,
      gcTime: Number.POSITIVE_INFINITY,
    }),
};

const none: Explorers = {};

function explorersInUse({ explorers }: AccountSettings): Explorers {
  return Object.fromEntries(
    Object.entries(explorers.value).map(([network, { enabled, address, transaction }]) => [
      network,
      enabled ? { address, transaction } : null,
    ]),
  );
}

/** The block explorers of the account's settings. Loaded once. Without them, there are no links. */
export function useExplorers(): Explorers {
  const { data } = useQuery({ ...settingsQueries.all(), select: explorersInUse });
  return data ?? none;
}
