import { IconSearchOff } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Button } from '../../ui/button.tsx';
import { useCloseDialog } from '../../ui/use-close-dialog.ts';
import { walletsPath } from '../wallets/wallet-paths.ts';
import classes from './wallet-drawer.module.css';

/** In place of a wallet that the account does not have. */
export function UnknownWallet({ address }: { address: string }) {
  const close = useCloseDialog(walletsPath);
  return (
    <EmptyState
      icon={<IconSearchOff size={20} />}
      title="No wallet has this address"
      action={
        <Button variant="default" onClick={() => close()}>
          Back to the list
        </Button>
      }
    >
      <span className={classes['unknownAddress']}>{address}</span> belongs to no wallet of this account. It
      may have been deleted, or mistyped.
    </EmptyState>
  );
}
