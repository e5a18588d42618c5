import type { Wallet } from '#contract/wallet-service/wallets.ts';
import {
  knownWallets,
  type KnownWallets,
  notAllWallets,
} from '#dashboard/entities/wallets/known-wallets.queries.ts';

/** A selected wallet as it is now. */
export type SelectedWallet = {
  address: string;
  /** The selection, as far as it is known. */
  value: Partial<Wallet>;
  /** Why nothing is done with it; null where it is. */
  skipped: string | null;
};

/** The wallets with these addresses: fetched when a dialog opens, and not again while it is open. */
export const selectedWallets = (addresses: readonly string[]) => ({
  ...knownWallets({ addresses }),
  staleTime: 'static' as const,
  gcTime: 0,
});

/** Each selected wallet, in their order, with the reason why nothing is done with it, if there is one. */
export function planFor(
  addresses: readonly string[],
  { wallets, areAll }: KnownWallets,
  whyNot: (wallet: Partial<Wallet>) => string | null,
): SelectedWallet[] {
  const byAddress = new Map(wallets.map((wallet) => [wallet.address, wallet]));
  const whyMissing = areAll ? 'This wallet no longer exists.' : notAllWallets;
  return addresses.map((address) => {
    const value = byAddress.get(address);
    if (value === undefined) return { address, value: {}, skipped: whyMissing };
    return { address, value, skipped: whyNot(value) };
  });
}
