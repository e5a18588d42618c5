import { IconSearchOff } from '@tabler/icons-react';
import { useLocation } from 'react-router';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { walletsPath } from '../wallets/wallet-paths.ts';
import classes from './wallet-drawer.module.css';

/** In place of a wallet that the account does not have. */
export function UnknownWallet({ address }: { address: string }) {
  const { search } = useLocation();
  return (
    <EmptyState
      icon={<IconSearchOff size={20} />}
      title="No wallet has this address"
      action={
        <LinkButton variant="default" to={{ pathname: walletsPath, search }}>
          Back to the list
        </LinkButton>
      }
    >
      <span className={classes['unknownAddress']}>{address}</span> belongs to no wallet of this account. It
      may have been deleted, or mistyped.
    </EmptyState>
  );
}
