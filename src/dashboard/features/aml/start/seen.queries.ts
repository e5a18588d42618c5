import { queryOptions } from '@tanstack/react-query';
import { findSeenNetworks, type SeenPlace } from '#contract/gateway/aml-results.ts';
import type { AmlNetwork } from '#domain/networks.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { call } from '#dashboard/api/client.ts';
import { networkName } from '#dashboard/lib/format.ts';

export type Seen = { network: AmlNetwork; place: SeenPlace };

const placeNames = {
  transaction: 'your transactions',
  wallet: 'your wallets',
  withdrawal: 'your withdrawals',
  address_book: 'your address book',
  check: 'an earlier check',
} as const satisfies Record<SeenPlace, string>;

/** `Seen on Bitcoin in your transactions`. */
export function seenLabel({ network, place }: Seen): string {
  return `Seen on ${networkName(network)} in ${placeNames[place]}`;
}

/** The network that the account has seen it on; undefined if there is none, or more than one. */
export function onlyNetwork(seen: readonly Seen[] | undefined): AmlNetwork | undefined {
  return seen?.length === 1 ? seen[0]?.network : undefined;
}

/** Where the account has seen a text that can be an address or a transaction ID on several networks. */
export function seenQuery(value: string) {
  return queryOptions({
    queryKey: keyOf(findSeenNetworks, { value }),
    queryFn: async ({ signal }): Promise<readonly Seen[]> => {
      const { results } = await call(findSeenNetworks, { body: { values: [value] } }, signal);
      return results[0]?.seen ?? [];
    },
    staleTime: 60_000,
  });
}
