import { IconColumns3 } from '@tabler/icons-react';
import { lazy } from 'react';
import type { ListTable } from '#dashboard/ui/data-table/table-columns.ts';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';
import classes from './list-bars.module.css';
import type { ColumnsMenu as ColumnsMenuOf } from './columns-menu.tsx';
import type { ColumnLayoutState } from './use-column-layout.ts';

// Drawn only once it is opened. `lazy` forgets that the component is generic.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const ColumnsMenu = lazy(async () => ({
  default: (await import('./columns-menu.tsx')).ColumnsMenu,
})) as unknown as typeof ColumnsMenuOf;

type Props<T> = { table: ListTable<T>; layout: ColumnLayoutState };

/** Opens the menu for columns, their order, and row density. */
export function ColumnsButton<T>({ table, layout }: Props<T>) {
  return (
    <PopoverButton
      leftSection={<IconColumns3 size={16} aria-hidden />}
      className={classes['columns'] ?? ''}
      aria-label="Columns"
      title="Columns and density"
      panelLabel="Columns and density"
    >
      <ColumnsMenu table={table} layout={layout} />
    </PopoverButton>
  );
}
