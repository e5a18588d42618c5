import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { createBookEntry } from '#contract/gateway/address-book.ts';
import { withdrawalNetworks } from '#domain/networks.ts';
import { useIsChanging } from '#dashboard/api/changes.ts';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { initialNetwork } from '#dashboard/session/limits.ts';
import { useAllowedNetworks, usePermission } from '#dashboard/session/session.queries.ts';
import { withdrawalRulesQuery } from '#dashboard/entities/settings/withdrawal-rules.tsx';
import { useCreateEntry } from './address-book.mutations.ts';
import { bookPath } from '#dashboard/entities/address-book/book-paths.ts';
import { EntryForm } from './entry-form.tsx';

/** A new entry; `newEntryLink` may fill in some of it. */
export function NewEntry() {
  const mayWrite = usePermission(createBookEntry);
  const offered = useAllowedNetworks(withdrawalNetworks);
  const { hash, search } = useLocation();
  const given = new URLSearchParams(hash.slice(1));
  // A user who looks at one network most likely adds an address of it.
  const wanted = given.get('network') ?? new URLSearchParams(search).get('network');
  const create = useCreateEntry();
  const isChanging = useIsChanging(createBookEntry);
  const close = useCloseDialog(bookPath);

  if (!mayWrite.allowed) {
    return (
      <RouteDialog title="Add address" closeTo={bookPath}>
        <NoPermission lacking={mayWrite.lacking} act="change" />
      </RouteDialog>
    );
  }
  return (
    <EntryForm
      title="Add address"
      submitLabel="Add address"
      defaults={{
        name: given.get('name') ?? '',
        network: initialNetwork(offered, wanted),
        address: given.get('address') ?? '',
        note: '',
      }}
      saving={create}
      onSubmit={(body) => {
        if (isChanging()) return;
        create.mutate(body, {
          onSuccess: () => {
            notifySuccess(`Added “${body.name}” to the address book.`);
            close({ saved: true });
          },
        });
      }}
    >
      <CoolingOffNote />
    </EntryForm>
  );
}

/** Until when an address cannot be withdrawn to that is added now. */
export function CoolingOffNote({ isOther = false }: { isOther?: boolean }) {
  const { data } = useQuery(withdrawalRulesQuery);
  const hours = data?.in_force.cooling_off_hours ?? 0;
  if (hours === 0) return null;
  return (
    <Text c="dimmed" size="sm">
      {isOther
        ? 'A new address or network has its own waiting period: '
        : 'This address has a waiting period: '}
      {hours} h {data?.in_force.book_only === true ? 'during which it can’t be paid' : 'from now'}.
    </Text>
  );
}
