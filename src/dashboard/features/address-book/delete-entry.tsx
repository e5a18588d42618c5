import { Text } from '@mantine/core';
import { type BookEntry, deleteBookEntry } from '#contract/gateway/address-book.ts';
import { useIsChanging } from '#dashboard/api/changes.ts';
import { useQuery } from '@tanstack/react-query';
import { networkLabel } from '#dashboard/lib/format.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { ConfirmDialog } from '#dashboard/ui/confirm-dialog.tsx';
import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { withdrawalRulesQuery } from '#dashboard/entities/settings/withdrawal-rules.tsx';
import { useDeleteEntry } from './address-book.mutations.ts';
import { bookPath } from '#dashboard/entities/address-book/book-paths.ts';
import { EntryDialog } from './entry-dialog.tsx';

export function DeleteEntry({ entry }: { entry: string }) {
  return (
    <EntryDialog entry={entry} title="Delete address book entry" access={deleteBookEntry}>
      {(found) => <Confirmation entry={found} />}
    </EntryDialog>
  );
}

function Confirmation({ entry }: { entry: BookEntry }) {
  const remove = useDeleteEntry();
  const isChanging = useIsChanging(deleteBookEntry);
  const close = useCloseDialog(bookPath);
  const { data: rules } = useQuery(withdrawalRulesQuery);
  const { id, version, name, network, address, note } = entry;
  const { limit } = usePermission(deleteBookEntry, { on: { network } });
  return (
    <ConfirmDialog
      title="Delete address book entry"
      danger
      confirmLabel="Delete"
      closeTo={bookPath}
      action={remove}
      {...(limit !== undefined && { disabledReason: limit })}
      onConfirm={() => {
        if (isChanging()) return;
        remove.mutate(
          { id, version },
          {
            onSuccess: () => {
              notifySuccess(`Deleted “${name}” from the address book.`);
              close({ saved: true });
            },
          },
        );
      }}
    >
      <DescriptionList>
        <Description name="Name">{name}</Description>
        <Description name="Network">{networkLabel(network)}</Description>
        <Description name="Address">
          <Address value={address} full />
        </Description>
        {note !== '' && <Description name="Note">{note}</Description>}
      </DescriptionList>
      <Text c="dimmed" size="sm">
        {rules?.in_force.book_only === true
          ? 'Only saved addresses can be paid, so new withdrawals to this address will be refused. '
          : ''}
        Existing withdrawals aren’t affected. If you add the address again, its waiting period starts over.
      </Text>
    </ConfirmDialog>
  );
}
