import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { type BookEntry, replaceBookEntry } from '#contract/gateway/address-book.ts';
import { useIsChanging } from '#dashboard/api/changes.ts';
import { networkLabel } from '#dashboard/lib/format.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import classes from './address-book.module.css';
import { useReplaceEntry } from './address-book.mutations.ts';
import { bookPath, entryPath } from '#dashboard/entities/address-book/book-paths.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { EntryForm } from './entry-form.tsx';
import { CoolingOffNote } from './new-entry.tsx';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { AmlResult } from '#dashboard/entities/aml/aml-result.tsx';
import { canBeChecked } from '#dashboard/entities/aml/aml-results.queries.ts';
import { CoolingOff } from './cooling-off.tsx';

/** An entry at its own address: to be changed, or to be looked at where the key may do no more. */
export function EditEntry({ entry }: { entry: string }) {
  return (
    <EntryDialog entry={entry} title="Address" access="withdrawals:read">
      {(found) => <EditOrShow entry={found} />}
    </EntryDialog>
  );
}

function EditOrShow({ entry }: { entry: BookEntry }) {
  const mayWrite = usePermission(replaceBookEntry, { on: { network: entry.network } });
  return mayWrite.allowed ? <EditForm entry={entry} /> : <ShownEntry entry={entry} limit={mayWrite.limit} />;
}

function EditForm({ entry: current }: { entry: BookEntry }) {
  // The form keeps the version it started from, so that it never silently overwrites what a colleague saved in the
  // meantime.
  const [entry] = useState(current);
  const replace = useReplaceEntry();
  const isChanging = useIsChanging(replaceBookEntry);
  const close = useCloseDialog(bookPath);
  const { search } = useLocation();
  const { id, version, name, network, address, note } = entry;
  return (
    <EntryForm
      title="Edit address"
      submitLabel="Save"
      defaults={{ name, network, address, note }}
      saving={replace}
      onSubmit={(values) => {
        if (isChanging()) return;
        replace.mutate(
          { id, version, ...values },
          {
            onSuccess: () => {
              notifySuccess(`Saved “${values.name}”.`);
              close({ saved: true });
            },
          },
        );
      }}
    >
      <CoolingOffNote isOther />
      <EntryFacts entry={entry} />
      <div>
        <LinkButton
          to={{ pathname: entryPath(entry, 'delete'), search }}
          variant="subtle"
          color="danger"
          leftSection={<IconTrash size={16} aria-hidden />}
          className={classes['delete'] ?? ''}
        >
          Delete
        </LinkButton>
      </div>
    </EntryForm>
  );
}

function ShownEntry({ entry, limit }: { entry: BookEntry; limit: string | undefined }) {
  return (
    <RouteDialog title={entry.name} closeTo={bookPath}>
      {limit !== undefined && <p>{limit}</p>}
      <DescriptionList>
        <Description name="Network">{networkLabel(entry.network)}</Description>
        <Description name="Address">
          <Address value={entry.address} full />
        </Description>
        {entry.note !== '' && <Description name="Note">{entry.note}</Description>}
      </DescriptionList>
      <EntryFacts entry={entry} />
    </RouteDialog>
  );
}

/** What the book knows of an entry beyond what a person wrote. */
function EntryFacts({ entry }: { entry: BookEntry }) {
  return (
    <DescriptionList>
      <Description name="Added">
        <CopyableTime value={entry.added_at} />
        {entry.added_by !== null && <div>by {entry.added_by}</div>}
      </Description>
      {entry.version > 1 && (
        <Description name="Changed">
          <CopyableTime value={entry.updated_at} />
        </Description>
      )}
      <Description name="Waiting period">
        <CoolingOff until={entry.usable_from} />
      </Description>
      {canBeChecked(entry.network) && (
        <Description name="AML">
          <AmlResult value={entry.address} network={entry.network} offersCheck />
        </Description>
      )}
      <Description name="Payments">
        <Link to={`/transactions?search=${encodeURIComponent(entry.address)}`}>
          Transactions with this address
        </Link>
      </Description>
    </DescriptionList>
  );
}
