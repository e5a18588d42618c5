import { IconColumns3 } from '@tabler/icons-react';
import { PopoverButton } from '../ui/popover-button.tsx';
import type { NamedColumn } from './column-layout.ts';
import type { ColumnLayoutState } from './use-column-layout.ts';
import { ColumnsMenu } from './columns-menu.tsx';

type Props = { columns: readonly NamedColumn[]; layout: ColumnLayoutState };

/** Opens what says which columns are shown, in which order, and how dense the rows are. */
export function ColumnsButton({ columns, layout }: Props) {
  return (
    <PopoverButton
      leftSection={<IconColumns3 size={16} aria-hidden />}
      aria-label="Columns"
      title="Columns and density"
      panelLabel="Columns and density"
    >
      <ColumnsMenu columns={columns} layout={layout} />
    </PopoverButton>
  );
}
