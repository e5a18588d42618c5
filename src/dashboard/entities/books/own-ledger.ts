import { usePermission, useSession } from '#dashboard/session/session.queries.ts';

/** Whether the user may read the ledger. A remote provider keeps its own, and shows it to no one. */
export function useMayReadLedger(): boolean {
  const { allowed } = usePermission('balances:read');
  return useSession().mode !== 'remote' && allowed;
}

/** The list of the ledger entries of a document: its movement and the holds for it. */
export function entriesOfDocument(reference: string): string {
  return `/books/entries?${new URLSearchParams({ reference }).toString()}`;
}
