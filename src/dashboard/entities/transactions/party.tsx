import { Address } from '#dashboard/ui/address.tsx';
import { useWalletNames } from '../wallets/wallet-names.tsx';

type Props = { address: string | undefined; network: string | undefined };

/** Who sent or received: one of the account's own wallets by its name, anybody else by the address. */
export function Party({ address, network }: Props) {
  const name = useWalletNames().get(address ?? '');
  return <Address value={address} network={network} kind="address" name={name} />;
}
