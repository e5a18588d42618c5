import { IconSearchOff } from '@tabler/icons-react';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { walletsPath } from '#dashboard/entities/wallets/wallets.ts';
import classes from './wallet-drawer.module.css';

type Props = {
  address: string;
  /** Why it is unknown whether the account has it; undefined if it is proved not to. */
  unknown: string | undefined;
};

/** Shown in place of a wallet that the account does not have, or that may not exist. */
export function UnknownWallet({ address, unknown }: Props) {
  const close = useCloseDialog(walletsPath);
  return (
    <EmptyState
      icon={<IconSearchOff size={20} />}
      title={unknown === undefined ? 'Wallet not found' : 'This wallet couldn’t be found'}
      action={
        <Button variant="default" onClick={() => close()}>
          Back to list
        </Button>
      }
    >
      <span className={classes['unknownAddress']}>{address}</span>{' '}
      {unknown === undefined
        ? 'isn’t one of your wallets. It may have been deleted or mistyped.'
        : `wasn’t found. ${unknown}`}
    </EmptyState>
  );
}
