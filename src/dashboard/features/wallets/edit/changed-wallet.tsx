import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { shortenMiddle } from '#domain/shorten.ts';
import { networkName } from '#dashboard/lib/network-words.ts';
import classes from './wallet-changes.module.css';

type Props = { wallet: Partial<Wallet> & { address: string } };

/** Which wallet a dialog is about, so that nobody changes the one beside it. */
export function ChangedWallet({ wallet: { address, name, network } }: Props) {
  return (
    <p className={classes['changed']}>
      <strong>{name ?? 'Wallet'}</strong>
      {network !== undefined && <span>{networkName(network)}</span>}
      <span className={classes['mono']} title={address}>
        {shortenMiddle(address)}
      </span>
    </p>
  );
}
