import {
  type ColumnDef,
  functionalUpdate,
  type OnChangeFn,
  type RowSelectionState,
  useTable,
} from '@tanstack/react-table';
import { useState } from 'react';
import type { ReadRow } from '#contract/read-answer.ts';
import { columnSizes, features, type ListTable } from '#dashboard/ui/data-table/table-columns.ts';
import type { ColumnLayout } from './column-layout.ts';
import type { ColumnLayoutState } from './use-column-layout.ts';

type Options<T> = {
  /** At module scope: others make another table. */
  columns: ColumnDef<typeof features, ReadRow<T>>[];
  rows: ReadRow<T>[] | undefined;
  rowId: (row: ReadRow<T>, index: number) => string;
  layout: ColumnLayoutState;
};

/** The table of a list: its column layout comes from the URL, and hidden rows can't be selected. */
export function useListTable<T extends object>({
  columns,
  rows = noRows,
  rowId,
  layout,
}: Options<T>): ListTable<T> {
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  const changed =
    <K extends keyof ColumnLayout>(part: K): OnChangeFn<ColumnLayout[K]> =>
    (update) =>
      layout.change((current) => ({ ...current, [part]: functionalUpdate(update, current[part]) }));
  return useTable({
    features,
    columns,
    data: rows,
    getRowId: rowId,
    defaultColumn: columnSizes,
    state: { ...layout.layout, rowSelection },
    onColumnVisibilityChange: changed('columnVisibility'),
    onColumnPinningChange: changed('columnPinning'),
    onColumnSizingChange: changed('columnSizing'),
    isRowRangeSelectionEvent: isWithShift,
    onRowSelectionChange: (update) => {
      const shown = new Set(rows.map(rowId));
      const marked = Object.entries(functionalUpdate(update, rowSelection));
      setRowSelection(Object.fromEntries(marked.filter(([id, isMarked]) => isMarked && shown.has(id))));
    },
  });
}

const noRows: never[] = [];

/** A click says whether Shift was held; a change does not. */
function isWithShift(event: unknown): boolean {
  const { nativeEvent } = event as { nativeEvent?: Partial<MouseEvent> };
  return nativeEvent?.shiftKey === true;
}
