import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { setWalletStatus } from '#contract/wallet-service/wallet-changes.ts';
import { call } from '#dashboard/api/client.ts';
import type { BulkActionProps } from '#dashboard/list/selection-bar.tsx';
import { SelectedWalletsDialog } from './selected-wallets-dialog.tsx';

/** Blocks the selected wallets. */
export function BlockWallets(props: BulkActionProps) {
  return (
    <SelectedWalletsDialog
      {...props}
      title="Block wallets"
      verb="Block"
      done="blocked"
      labels={{ running: 'Blocking …', done: 'Blocked', failed: 'Not blocked' }}
      question="Stop blocking? Wallets already blocked stay blocked."
      operation={setWalletStatus}
      run={(address) => call(setWalletStatus, { body: { address, status: 'blocked' } })}
      whyNot={whyNot}
    >
      <p>Blocked wallets still receive deposits but can’t send withdrawals until their status is changed.</p>
    </SelectedWalletsDialog>
  );
}

const whyNot = ({ status }: Partial<Wallet>) =>
  status === 'blocked' ? 'This wallet is already blocked.' : null;
