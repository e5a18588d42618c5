import { Link, useLocation } from 'react-router';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { walletPath } from '#dashboard/entities/wallets/wallet-paths.ts';

/** How many refunds a wallet has; they stand in its drawer. */
export function RefundsCell({ address, refund }: Partial<Pick<Wallet, 'address' | 'refund'>>) {
  const { search } = useLocation();
  const count = refund?.length ?? 0;
  if (count === 0) return null;
  const words = count === 1 ? '1 refund' : `${count} refunds`;
  if (address === undefined) return words;
  return (
    <Link to={{ pathname: walletPath(address), search, hash: 'refunds' }} aria-label={`${words}, show`}>
      {count}
    </Link>
  );
}
