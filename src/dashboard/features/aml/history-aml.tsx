import type { ReadRow } from '#contract/read-answer.ts';
import type { Dispatch, SetStateAction } from 'react';
import type { ExportListName } from '../../list/export/export-lists.ts';
import type { CellOf } from './column/aml-column.tsx';
import { ColumnResults } from './column/column-results.tsx';
import { counterparties, type ListSubjects, recipients } from './column/list-subjects.ts';
import { CheckUncheckedButton } from './unchecked/check-unchecked-button.tsx';

// What histories have of AML checks: loaded beside their rows, by those that are about addresses.

/** Which address of the rows it is, by the history's name. */
const subjectsOf: Partial<Record<string, ListSubjects>> = {
  transactions: counterparties,
  withdrawals: recipients,
};

type ResultsProps<T extends object> = {
  name: string;
  rows: readonly { row: ReadRow<T> }[];
  onKnown: Dispatch<SetStateAction<CellOf | undefined>>;
};

/** Fills the AML column of a history. */
export function HistoryResults<T extends object>({ name, rows, onKnown }: ResultsProps<T>) {
  const { [name]: subjects } = subjectsOf;
  return subjects && <ColumnResults rows={rows.map(({ row }) => row)} of={subjects} onKnown={onKnown} />;
}

type ActionProps = {
  name: string;
  title: string;
  exported: ExportListName;
  /** All rows of the list, in the contract's words; undefined until it is pinned. */
  query: Readonly<Record<string, string | number | undefined>> | undefined;
  filters: readonly { label: string; value: string }[];
};

/** Has checked what was never checked in a history. */
export function CheckUncheckedOf({ name, title, exported, query, filters }: ActionProps) {
  const { [name]: subjects } = subjectsOf;
  if (subjects === undefined) return null;
  const readPages = async () => {
    const { listPages } = await import('../../list/export/list-pages.ts');
    const asked = Object.entries(query ?? {}).flatMap(([key, value]): [string, string][] =>
      value === undefined ? [] : [[key, String(value)]],
    );
    return listPages(exported)(Object.fromEntries(asked));
  };
  return (
    <CheckUncheckedButton title={title} filters={filters} of={subjects} readPages={query && readPages} />
  );
}
