import { queryOptions } from '@tanstack/react-query';
import { findWallets } from '#contract/gateway/known-addresses.ts';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { call } from '#dashboard/api/client.ts';
import { keyOf, whileStillReading } from '#dashboard/api/queries.ts';
import { type Wanted, wantedParts } from '#dashboard/api/wanted-parts.ts';

/** A wallet as far as it could be read. */
export type KnownWallet = Partial<Wallet> & Pick<Wallet, 'address'>;

/** The wallets that were looked up. Unless these are all, others may match too, which a provider doesn't show. */
export type KnownWallets = { wallets: KnownWallet[]; areAll: boolean };

/** The account's wallets that match any of the values, however many wallets there are. */
export function knownWallets(wanted: Wanted) {
  const parts = wantedParts(wanted);
  return queryOptions({
    queryKey: keyOf(findWallets, { parts }),
    queryFn: async ({ signal }): Promise<KnownWallets> => {
      const found = await Promise.all(parts.map(async (body) => call(findWallets, { body }, signal)));
      return {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON has no undefined
        wallets: found.flatMap(({ wallets }) => wallets as KnownWallet[]),
        areAll: found.every(({ unreadable_reason: reason }) => reason === null),
      };
    },
    ...whileStillReading,
    staleTime: 60_000,
  });
}

/** Why wallets may be missing among those that were looked up, as a sentence. */
export const notAllWallets = 'Not all of this provider’s wallets could be loaded.';
