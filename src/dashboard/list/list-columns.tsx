import { lazy, Suspense } from 'react';
import { recordOf } from '#domain/record-of.ts';
import type { ColumnOf } from '#dashboard/ui/data-table/table-columns.ts';
import { Time } from '#dashboard/ui/time.tsx';
import { TimeHeader } from '#dashboard/ui/time-header.tsx';
import type { Tab } from './list-definition.ts';

// In a column that is hidden at first: what looks booking times up comes with it.
const BookedCell = lazy(async () => ({
  default: (await import('#dashboard/entities/books/booked.tsx')).BookedCell,
}));

/** Fields of a row that have no column: they are part of others, or in the drawer alone. */
export function elsewhere<const Name extends string>(...names: readonly Name[]): Record<Name, null> {
  return recordOf(names, () => null);
}

/** When a row was created: the first column of lists of events, and their default sort. */
export function createdAtColumn<T extends { created_at: string }>(): ColumnOf<T> {
  return {
    header: () => <TimeHeader />,
    // Wide enough for the offset of each row.
    size: 168,
    meta: { isRowHeader: true, card: 'start', label: 'Time', skeleton: '130px', sortKey: 'created_at' },
    cell: ({ row }) => <Time value={row.original.value.created_at} />,
  };
}

/** The column `booked`: when a row’s funds moved in our own ledger. Left out where there is none. */
export function bookedColumn<T extends { status: string }>(): ColumnOf<T> {
  return {
    header: () => <TimeHeader label="Booked" />,
    size: 200,
    meta: { label: 'Booked', skeleton: '130px' },
    cell: ({ row: { id, original } }) => (
      <Suspense fallback="…">
        <BookedCell id={id} status={original.value.status} />
      </Suspense>
    ),
  };
}

/** The statuses of automatic processes. */
export const progressTabs: readonly Tab[] = [
  { value: undefined, label: 'All' },
  { value: 'in_progress', label: 'In progress', isCounted: true },
  { value: 'completed', label: 'Completed' },
  { value: 'error', label: 'Failed' },
];
