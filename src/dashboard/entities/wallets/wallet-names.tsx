import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { readAllWallets, readWalletPage } from './read-all-wallets.ts';

/** The name of each of the account's own wallets, by its address. */
export type WalletNames = ReadonlyMap<string, string>;

export const walletNames = queryOptions({
  queryKey: keyOf(listWallets, { part: 'names' }),
  queryFn: ({ signal }) => readWalletNames(signal),
  staleTime: 60_000,
});

const none: WalletNames = new Map();

const NamesContext = createContext(none);

type Props = {
  /** Not before the page has what it is about: names are only an addition. */
  isWanted: boolean;
  children: ReactNode;
};

/** Gives what is within the names of the account's wallets, as soon as they are known. */
export function WalletNamesProvider({ isWanted, children }: Props) {
  const mayRead = usePermission('wallets:read').allowed;
  const { data = none } = useQuery({ ...walletNames, enabled: isWanted && mayRead });
  return <NamesContext value={data}>{children}</NamesContext>;
}

export function useWalletNames(): WalletNames {
  return useContext(NamesContext);
}

async function readWalletNames(signal: AbortSignal): Promise<WalletNames> {
  const { rows } = await readAllWallets(readWalletPage(signal), () => undefined);
  return new Map(
    rows.flatMap(({ value: { address, name } }) =>
      address === undefined || name === undefined ? [] : [[address, name]],
    ),
  );
}
