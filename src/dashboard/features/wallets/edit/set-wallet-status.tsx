import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useFormState } from 'react-hook-form';
import type { BodyOf } from '#contract/operation.ts';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { setWalletStatus } from '#contract/wallet-service/wallet-changes.ts';
import { walletStatuses } from '#domain/networks.ts';
import { useIsChanging } from '#dashboard/api/changes.ts';
import { FormDialog } from '#dashboard/ui/form-dialog.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { statusLabels, describeWalletStatus } from '#dashboard/entities/wallets/wallets.ts';
import { useSetWalletStatus } from './wallets.mutations.ts';
import { ChangedWallet, WalletDialog } from './wallet-dialog.tsx';
import { ChoiceList } from '#dashboard/ui/choice-list.tsx';

const title = 'Change status';
const resolver = zodResolver(setWalletStatus.body);

export function Component() {
  return (
    <WalletDialog title={title}>
      {(wallet, closeTo) => <StatusForm wallet={wallet} closeTo={closeTo} />}
    </WalletDialog>
  );
}

type Props = { wallet: Partial<Wallet> & { address: string }; closeTo: string };

function StatusForm({ wallet, closeTo }: Props) {
  const setStatus = useSetWalletStatus();
  const isChanging = useIsChanging(setWalletStatus);
  const close = useCloseDialog(closeTo);
  const current = walletStatuses.find((status) => status === wallet.status);
  const form = useForm<BodyOf<typeof setWalletStatus>, unknown, BodyOf<typeof setWalletStatus>>({
    resolver,
    // A status that only the provider knows isn't offered.
    defaultValues: { address: wallet.address, ...(current === undefined ? {} : { status: current }) },
  });
  const { errors } = useFormState({ control: form.control });
  const isNow = (status: string) => status === wallet.status;

  return (
    <FormDialog
      title={title}
      form={form}
      saving={setStatus}
      submitLabel="Change status"
      closeTo={closeTo}
      onSubmit={(body) => {
        if (isChanging()) return;
        if (isNow(body.status)) {
          form.setError('status', {
            message: `The wallet is already ${body.status}. Choose another status.`,
          });
          return;
        }
        setStatus.mutate(body, {
          onSuccess: () => {
            notifySuccess(`“${wallet.name ?? wallet.address}” is now ${body.status}.`);
            close({ saved: true });
          },
        });
      }}
    >
      <ChangedWallet wallet={wallet} />
      <ChoiceList
        legend={
          current === undefined
            ? `Status (currently ${describeWalletStatus(wallet.status ?? 'unreadable').label})`
            : 'Status'
        }
        field={form.register('status')}
        autoFocusValue={current ?? walletStatuses[0]}
        choices={walletStatuses.map((status) => ({
          value: status,
          label: statusLabels[status].label,
          meaning: statusLabels[status].meaning,
          aside: isNow(status) ? 'Current' : undefined,
        }))}
        error={errors.status?.message ?? errors.address?.message}
      />
    </FormDialog>
  );
}
