import type { ReactNode } from 'react';
import { defaultNetwork } from '#domain/networks.ts';
import type { BookEntry } from '#contract/gateway/address-book.ts';
import type { Access } from '#contract/permissions.ts';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { DialogSkeleton } from '#dashboard/ui/dialog-skeleton.tsx';
import { bookPath, parseEntryKey } from '#dashboard/entities/address-book/book-paths.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { bookQueries } from '#dashboard/entities/address-book/address-book.queries.ts';

type Props = {
  /** The key of the entry. */
  entry: string;
  title: string;
  access: Access;
  /** What is shown once the entry is there. */
  children: (entry: BookEntry) => ReactNode;
};

/** A dialog about the entry of a key: asks for the permission and reads the entry first. */
export function EntryDialog({ entry, title, access, children }: Props) {
  const { allowed, lacking } = usePermission(access);
  const { data, error, refetch } = useEntry(entry);
  if (allowed && data) return children(data);

  const content = () => {
    if (!allowed) return <NoPermission lacking={lacking} act="change" />;
    if (data === null) {
      return (
        <EmptyState title="Entry not found">
          This address book entry may have been deleted, or its address may have been changed.
        </EmptyState>
      );
    }
    if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <DialogSkeleton label="Loading entry" />;
  };
  return (
    <RouteDialog title={title} closeTo={bookPath}>
      {content()}
    </RouteDialog>
  );
}

/** The entry that a key names. `data` is null when the book has none such. */
function useEntry(key: string) {
  const identity = parseEntryKey(key);
  const options = bookQueries.lookup(identity?.network ?? defaultNetwork, identity?.address ?? '');
  const { data, error, refetch, isFetchedAfterMount } = useQuery(
    identity === undefined ? { ...options, queryFn: skipToken } : { ...options, staleTime: 0 },
  );
  // What was read before may be out of date, and a form would begin with it.
  const current = isFetchedAfterMount ? data?.entry : undefined;
  return { data: identity === undefined ? null : current, error, refetch };
}
