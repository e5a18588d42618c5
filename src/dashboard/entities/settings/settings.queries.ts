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

/** The block explorers of the account's settings. Loaded once: undefined until then, and none if that fails. */
export function useExplorers(): Explorers | undefined {
  const { data, isPending } = useQuery({ ...settingsQueries.all(), select: explorersInUse });
  return isPending ? undefined : (data ?? none);
}
