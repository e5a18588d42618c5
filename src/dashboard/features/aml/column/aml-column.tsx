import type { ColumnDef } from '@tanstack/react-table';
import { createContext, type ReactNode, use } from 'react';
import type { ReadRow } from '#contract/read-answer.ts';
import type { features } from '../../../ui/data-table/table-columns.ts';
import { usePermission } from '../../session/use-permission.ts';

/** What stands in the AML cell of a row. */
export type CellOf = (row: object) => ReactNode;

/** Around a list with an AML column: what is in its cells; undefined until `ColumnResults` has found out. */
export const AmlCells = createContext<CellOf | undefined>(undefined);

/** The last known AML result of the address that a row is about. */
export const amlColumn = <T extends object>(): ColumnDef<typeof features, ReadRow<T>> => ({
  id: 'aml',
  header: 'AML',
  meta: { label: 'AML', size: 112, width: '112px' },
  cell: AmlCell,
});

function AmlCell({ row }: { row: { original: { value: object } } }) {
  return use(AmlCells)?.(row.original.value);
}

/** The columns without the one that the key may not read. */
export function useReadable<C extends { id?: string }>(columns: C[]): C[] {
  const { allowed } = usePermission('transactions:read');
  return allowed ? columns : columns.filter(({ id }) => id !== 'aml');
}
