import { IconColumns3 } from '@tabler/icons-react';
import type { ListTable } from '#dashboard/ui/data-table/table-columns.ts';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import type { ColumnLayoutState } from './use-column-layout.ts';

type Props<T> = { table: ListTable<T>; layout: ColumnLayoutState };

/** Opens what says which columns are shown, in which order, and how dense the rows are. */
export function ColumnsButton<T>({ table, layout }: Props<T>) {
  return (
    <PopoverButton
      leftSection={<IconColumns3 size={16} aria-hidden />}
      aria-label="Columns"
      title="Columns and density"
      panelLabel="Columns and density"
    >
      <ColumnsMenu table={table} layout={layout} />
    </PopoverButton>
  );
}
