import { zodResolver } from '@hookform/resolvers/zod';
import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useForm, useFormState } from 'react-hook-form';
import * as z from 'zod/mini';
import { changeWalletNotes, walletNoteFields, type WalletNotes } from '#contract/gateway/wallet-notes.ts';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { useIsChanging } from '#dashboard/api/changes.ts';
import { DialogSkeleton } from '#dashboard/ui/dialog-skeleton.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FormDialog } from '#dashboard/ui/form-dialog.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { walletNotesQuery } from '../wallets.queries.ts';
import { ChangedWallet, WalletDialog } from './wallet-dialog.tsx';
import { useChangeWalletNotes } from './wallets.mutations.ts';

const title = 'Edit notes';

/** The separator of tags, in the field and nowhere else. */
const tagsOf = (text: string) => text.split(',').flatMap((tag) => tag.trim() || []);

const resolver = zodResolver(
  z.object({
    note: walletNoteFields.note,
    tags: z.pipe(z.pipe(z.string(), z.transform(tagsOf)), walletNoteFields.tags),
  }),
);

type ChangedProps = { wallet: Partial<Wallet> & { address: string }; closeTo: string };

export function Component() {
  return (
    <WalletDialog title={title} access={changeWalletNotes}>
      {(wallet, closeTo) => <ReadNotes wallet={wallet} closeTo={closeTo} />}
    </WalletDialog>
  );
}

function ReadNotes(props: ChangedProps) {
  const { data, error, refetch } = useQuery(walletNotesQuery(props.wallet.address));
  if (data !== undefined) return <NotesForm {...props} notes={data} />;
  return (
    <RouteDialog title={title} closeTo={props.closeTo}>
      {error === null ? (
        <DialogSkeleton label="Loading notes" />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </RouteDialog>
  );
}

function NotesForm({ wallet, closeTo, notes }: ChangedProps & { notes: WalletNotes }) {
  const { address } = wallet;
  const change = useChangeWalletNotes();
  const isChanging = useIsChanging(changeWalletNotes);
  const close = useCloseDialog(closeTo);
  const form = useForm({ resolver, defaultValues: { note: notes.note, tags: notes.tags.join(', ') } });
  const { errors } = useFormState({ control: form.control });
  // The message about one tag is found under its number.
  const tagsError = errors.tags?.message ?? Object.values(errors.tags ?? {}).find(hasMessage)?.message;

  return (
    <FormDialog
      title={title}
      form={form}
      saving={change}
      submitLabel="Save"
      closeTo={closeTo}
      onSubmit={(written) => {
        if (isChanging()) return;
        change.mutate(
          { address, version: notes.version, ...written },
          {
            onSuccess: () => {
              notifySuccess('Notes saved');
              close({ saved: true });
            },
          },
        );
      }}
    >
      <ChangedWallet wallet={wallet} />
      <Textarea
        {...form.register('note')}
        data-autofocus
        label="Note"
        description="Everyone who can see this wallet can read it."
        rows={4}
        error={errors.note?.message}
      />
      <TextInput
        {...form.register('tags')}
        label="Tags"
        description="Separate tags with commas."
        autoComplete="off"
        error={tagsError}
      />
    </FormDialog>
  );
}

function hasMessage(error: unknown): error is { message: string } {
  return typeof error === 'object' && error !== null && 'message' in error;
}
