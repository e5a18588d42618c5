import type { EntriesQuery } from '#contract/gateway/statement-entries.ts';
import { usePermission, useSession } from '#dashboard/session/session.queries.ts';

/** Whether the user may read the ledger. A remote provider keeps its own, and shows it to no one. */
export function useMayReadLedger(): boolean {
  const { allowed } = usePermission('balances:read');
  return useSession().mode !== 'remote' && allowed;
}

/** The list of the ledger entries that match: with `reference`, all of a document, its holds as well. */
export function ledgerEntriesPath(query: EntriesQuery): string {
  return `/books/entries?${new URLSearchParams(query).toString()}`;
}
