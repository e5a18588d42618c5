import { IconSum } from '@tabler/icons-react';
import { lazy } from 'react';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';
import type { ExportListName } from './export/export-lists.ts';

const SumsPanel = lazy(async () => ({ default: (await import('./sums-panel.tsx')).SumsPanel }));

type Props = { list: ExportListName; query: Readonly<Record<string, string | number | undefined>> };

/** Opens the sums of all rows that match the filters, not only of those on the page. */
export function SumsButton({ list, query }: Props) {
  return (
    <PopoverButton
      leftSection={<IconSum size={16} aria-hidden />}
      aria-label="Sums"
      title="Totals of all matching rows"
      panelLabel="Totals of all matching rows"
    >
      <SumsPanel list={list} query={query} />
    </PopoverButton>
  );
}
