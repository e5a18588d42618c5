import { deleteWallet } from '#contract/wallet-service/wallet-changes.ts';
import { call } from '#dashboard/api/client.ts';
import type { BulkActionProps } from '#dashboard/list/selection-bar.tsx';
import { whyNotDeleted } from '../holdings.ts';
import { SelectedWalletsDialog } from './selected-wallets-dialog.tsx';

/** Deletes the selected wallets that are empty. */
export function DeleteWallets(props: BulkActionProps) {
  return (
    <SelectedWalletsDialog
      {...props}
      title="Delete wallets"
      verb="Delete"
      done="deleted"
      labels={{ running: 'Deleting …', done: 'Deleted', failed: 'Not deleted' }}
      question="Stop deleting? Wallets already deleted stay deleted."
      operation={deleteWallet}
      run={(address) => call(deleteWallet, { body: { address } })}
      whyNot={({ balances }) => whyNotDeleted(balances) ?? null}
      isDangerous
    >
      <p>
        Funds sent to a deleted wallet are inaccessible until support restores it. Make sure no one will send
        funds to these addresses again.
      </p>
    </SelectedWalletsDialog>
  );
}
