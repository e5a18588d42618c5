import type { Row, RowData } from '@tanstack/react-table';
import classes from './data-table.module.css';
import type { features, ListTable } from './table-columns.ts';

type CellProps<R extends RowData> = { row: Row<typeof features, R>; isSelected: boolean };

export function SelectCell<R extends RowData>({ row, isSelected }: CellProps<R>) {
  return (
    <td className={classes['selectCell']}>
      <input
        type="checkbox"
        aria-label="Select row"
        checked={isSelected}
        onChange={row.getToggleSelectedHandler()}
      />
    </td>
  );
}

export function SelectAllCell<T>({ table }: { table: ListTable<T> }) {
  const isAll = table.getIsAllPageRowsSelected();
  const isSome = table.getIsSomePageRowsSelected();
  return (
    <th scope="col" className={classes['selectCell']}>
      <input
        type="checkbox"
        aria-label="Select all rows on this page"
        checked={isAll}
        ref={(box) => {
          if (box !== null) box.indeterminate = isSome && !isAll;
        }}
        onChange={table.getToggleAllPageRowsSelectedHandler()}
      />
    </th>
  );
}
