import { IconHistory } from '@tabler/icons-react';
import { lazy } from 'react';
import { namedColumnsOf } from '../../ui/data-table/table-columns.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HistoryList } from '../../list/history-list.tsx';
import type { StatusTab } from '../../list/status-tabs.tsx';
import { useHistoryList } from '../../list/use-history-list.ts';
import { journalColumns } from './journal-columns.tsx';
import { journalEntryPath, journalPath } from './journal-paths.ts';
import { journal } from './journal.history.ts';

const filtersCode = import('./journal-filters.tsx');
const JournalFilters = lazy(async () => ({ default: (await filtersCode).JournalFilters }));

const namedColumns = namedColumnsOf(journalColumns, {
  hidden: ['via', 'key_fingerprint', 'ip_address', 'session', 'request_id', 'sequence', 'hash'],
  pinned: ['created_at'],
});

const tabs: readonly StatusTab[] = [
  { status: undefined, label: 'All' },
  { status: 'completed', label: 'Completed' },
  { status: 'rejected', label: 'Rejected' },
  { status: 'failed', label: 'Failed' },
  { status: 'unknown', label: 'No outcome', isCounted: true },
];

export function JournalList() {
  const list = useHistoryList(journal);

  return (
    <HistoryList
      history={journal}
      list={list}
      title="Journal"
      exported="journal"
      addressesOf={({ value }) => [value.subject ?? undefined, value.created_id ?? undefined]}
      words={['entry', 'entries']}
      path={journalPath}
      columns={journalColumns}
      namedColumns={namedColumns}
      rowPath={journalEntryPath}
      tabs={tabs}
      Filters={JournalFilters}
      empty={
        <EmptyState icon={<IconHistory size={20} />} title="Nothing was changed yet">
          Whatever somebody signed in or a program with a key changes is written down here, with what came of
          it.
        </EmptyState>
      }
    />
  );
}
