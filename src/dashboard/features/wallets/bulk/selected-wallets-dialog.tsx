import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { formatCount } from '#domain/format.ts';
import { useBatch } from '#dashboard/api/batch.ts';
import type { ChangeId } from '#dashboard/api/stale.ts';
import type { BulkActionProps } from '#dashboard/list/selection-bar.tsx';
import { BatchDialog, BatchFooter } from '#dashboard/list/batch/batch-dialog.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import { planFor, selectedWallets } from './selected-wallets.ts';
import { WalletTable } from './wallet-table.tsx';

type Props = BulkActionProps & {
  title: string;
  /** The verb in its forms: “block”, “blocked”. */
  verb: string;
  done: string;
  labels: Parameters<typeof WalletTable>[0]['labels'];
  question: string;
  operation: { id: ChangeId };
  run: (address: string) => Promise<unknown>;
  whyNot: (wallet: Partial<Wallet>) => string | null;
  isDangerous?: true;
  /** What to know before. */
  children?: ReactNode;
};

/** Changes the selected wallets in one way: which of them, how far it is, and the outcome of each. */
export function SelectedWalletsDialog(props: Props) {
  const { ids, refresh, onClose, title, verb, done, labels, question, operation, run, whyNot } = props;
  const { data, error, refetch } = useQuery(selectedWallets(ids));
  const batch = useBatch({ operation, idOf: (address: string) => address, run, onEnd: refresh });
  const plan = data && planFor(ids, data, whyNot);
  const wanted = plan?.filter(({ skipped }) => skipped === null) ?? [];
  const skipped = plan?.filter((wallet) => wallet.skipped !== null) ?? [];
  const items = wanted.map(({ address }) => address);
  const preview = () => {
    if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
    if (plan === undefined)
      return <ProgressBar label="Loading selected wallets" value={undefined} max={undefined} />;
    return (
      <>
        <Text size="sm">
          {wanted.length === 0
            ? `None of the selected wallets can be ${done}.`
            : `${wanted.length} of ${formatCount(plan.length, 'selected wallet')} will be ${done}.`}
        </Text>
        {wanted.length > 0 && props.children}
        {wanted.length > 0 && <WalletTable title={`Will be ${done}`} wallets={wanted} labels={labels} />}
        {skipped.length > 0 && (
          <WalletTable title={`Skipped: ${skipped.length}`} wallets={skipped} labels={labels} />
        )}
        <BatchFooter onClose={onClose} hasAction={wanted.length > 0}>
          <Button {...(props.isDangerous && { color: 'danger' })} onClick={() => batch.run(items)}>
            {verb} {formatCount(wanted.length, 'wallet')}
          </Button>
        </BatchFooter>
      </>
    );
  };
  return (
    <BatchDialog
      title={title}
      noun="wallet"
      verb={done}
      isRepeatable
      question={question}
      batch={batch}
      items={items}
      idOf={(address) => address}
      skipped={skipped.length}
      progress={<WalletTable title="Wallets" wallets={wanted} outcomes={batch.outcomes} labels={labels} />}
      results={
        plan && <WalletTable title="Results" wallets={plan} outcomes={batch.outcomes} labels={labels} />
      }
      onClose={onClose}
    >
      {preview()}
    </BatchDialog>
  );
}
