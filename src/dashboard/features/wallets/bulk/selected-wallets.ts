import { queryOptions } from '@tanstack/react-query';
import { listWallets, type Wallet } from '#contract/wallet-service/wallets.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { fetchAllWallets, fetchWalletPage } from '#dashboard/entities/wallets/wallet-names.tsx';

/** A selected wallet as it is now. */
export type SelectedWallet = {
  address: string;
  /** The selection, as far as it is known. */
  value: Partial<Wallet>;
  /** Why nothing is done with it; null where it is. */
  skipped: string | null;
};

/** The wallets with these addresses: fetched when a dialog opens, and not again while it is open. */
export const selectedWallets = (addresses: readonly string[]) =>
  queryOptions({
    queryKey: keyOf(listWallets, { selected: addresses }),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Partial<Wallet>>> => {
      const { rows } = await fetchAllWallets(fetchWalletPage(signal), () => undefined);
      return new Map(
        rows.flatMap(({ value }) => (value.address === undefined ? [] : [[value.address, value]])),
      );
    },
    staleTime: 'static',
    gcTime: 0,
  });

/** Each selected wallet, in their order, with the reason why nothing is done with it, if there is one. */
export function planFor(
  addresses: readonly string[],
  wallets: ReadonlyMap<string, Partial<Wallet>>,
  whyNot: (wallet: Partial<Wallet>) => string | null,
): SelectedWallet[] {
  return addresses.map((address) => {
    const value = wallets.get(address);
    if (value === undefined) return { address, value: {}, skipped: 'This wallet no longer exists.' };
    return { address, value, skipped: whyNot(value) };
  });
}
