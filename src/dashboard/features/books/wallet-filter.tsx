import { IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { shortenMiddle } from '#domain/shorten.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { knownWallets } from '#dashboard/entities/wallets/known-wallets.queries.ts';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';

const WalletPanel = lazy(async () => ({ default: (await import('./wallet-panel.tsx')).WalletPanel }));

type Props = {
  /** An address; undefined: all wallets. */
  wallet: string | undefined;
  onChange: (address: string | undefined) => void;
};

/** Chooses one wallet by its name or address. */
export function WalletFilter({ wallet, onChange }: Props) {
  const { allowed } = usePermission('wallets:read', { needs: 'listWallets' });
  const { data } = useQuery({
    ...knownWallets({ addresses: wallet === undefined ? [] : [wallet] }),
    enabled: allowed && wallet !== undefined,
  });
  const name =
    wallet === undefined ? undefined : data?.wallets.find(({ address }) => address === wallet)?.name;
  const text = wallet === undefined ? 'All wallets' : (name ?? shortenMiddle(wallet));
  return (
    <PopoverButton
      leftSection={<IconWallet size={16} aria-hidden />}
      text={text}
      aria-label={`Wallet: ${text}`}
      title={wallet}
      panelLabel="Wallet"
    >
      <WalletPanel wallet={wallet} mayList={allowed} onChange={onChange} />
    </PopoverButton>
  );
}
