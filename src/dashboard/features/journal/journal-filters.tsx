import type { JournalEntry } from '#contract/gateway/journal.ts';
import { ChoiceFilter, type FiltersProps, HistoryFilters } from '../../list/history-filters.tsx';
import type { journal } from './journal.history.ts';
import { operationWords } from './operation-words.ts';
import { otherEntries, recordedOperations } from './recorded-operations.ts';

type Props = FiltersProps<typeof journal.schema, JournalEntry>;

export function JournalFilters({ list, rows, searchInput }: Props) {
  const find = {
    label: 'Find by address, id or name',
    value: list.address.query.search,
    filters: (search: string) => ({ search }),
  };
  const keyNames = new Map(
    rows.map(({ value }) => [value.key_fingerprint, value.key_name ?? value.key_fingerprint]),
  );
  return (
    <HistoryFilters list={list} find={find} searchInput={searchInput}>
      <ChoiceFilter
        list={list}
        name="operation"
        label="What was done"
        all="All operations"
        known={[...recordedOperations, ...otherEntries]}
        met={rows.map(({ value }) => value.operation)}
        word={operationWords}
      />
      <ChoiceFilter
        list={list}
        name="key"
        label="Key"
        all="All keys"
        known={[]}
        met={[...keyNames.keys()]}
        word={(fingerprint) => keyNames.get(fingerprint) ?? fingerprint}
      />
    </HistoryFilters>
  );
}
