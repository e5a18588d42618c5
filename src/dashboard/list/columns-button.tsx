import { IconColumns3 } from '@tabler/icons-react';
import { lazy } from 'react';
import { PopoverButton } from '../ui/popover-button.tsx';
import type { KnownColumn } from './column-layout.ts';
import type { ColumnLayoutState } from './use-column-layout.ts';

const ColumnsMenu = lazy(async () => ({ default: (await import('./columns-menu.tsx')).ColumnsMenu }));

/** What a menu calls a column, and what it says of it. */
export type NamedColumn = KnownColumn & { label: string; sortKey?: string | undefined };

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
