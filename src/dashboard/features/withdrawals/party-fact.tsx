import { isShortened } from '#dashboard/lib/shortened-address.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Fact } from '#dashboard/ui/facts.tsx';
import { AmlResult } from '#dashboard/entities/aml/badge/aml-result.tsx';
import { useWalletNames } from '#dashboard/entities/wallets/wallet-names.tsx';
import { exchangeLabel } from './withdrawal-cells.tsx';

type Props = {
  name: string;
  /** As the request says it. */
  told: string | undefined;
  /** The same, completed where it was shortened and that is possible. */
  address: string | undefined;
  network: string | undefined;
  /** Where the funds come from, as the service calls it. */
  source?: string | undefined;
};

/** Who pays or is paid: the whole address, under the name of the wallet where it is the account's own. */
export function PartyFact({ name, told, address, network, source }: Props) {
  const walletName = useWalletNames().get(address ?? '');
  if (address === exchangeLabel) {
    return (
      <Fact name={name} note="The account’s funds for exchanges: no wallet pays.">
        Exchange pool
      </Fact>
    );
  }
  return (
    <Fact name={name} note={noteOn(told, address) ?? (source && sourceNotes[source])}>
      {walletName !== undefined && <div>{walletName}</div>}
      <Address value={address} full network={network} kind="address" />
      <div>
        <AmlResult value={address} network={network} offersCheck />
      </div>
    </Fact>
  );
}

function noteOn(told: string | undefined, address: string | undefined): string | undefined {
  if (isShortened(address)) {
    return 'Shortened by the provider: not the whole of it, so it cannot be copied as an address.';
  }
  return isShortened(told)
    ? 'Shortened by the provider; completed by the transaction with the same hash.'
    : undefined;
}

const sourceNotes: Partial<Record<string, string>> = {
  user: 'A personal wallet pays.',
  exchange: 'The exchange pool pays.',
};
