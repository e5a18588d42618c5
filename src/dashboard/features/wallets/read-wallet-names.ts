import { readAllWallets, readWalletPage } from './read-all-wallets.ts';

/** The name of each of the account's own wallets, by its address. */
export type WalletNames = ReadonlyMap<string, string>;

export async function readWalletNames(signal: AbortSignal): Promise<WalletNames> {
  const { rows } = await readAllWallets(readWalletPage(signal), () => undefined);
  return new Map(
    rows.flatMap(({ value: { address, name } }) =>
      address === undefined || name === undefined ? [] : [[address, name]],
    ),
  );
}
