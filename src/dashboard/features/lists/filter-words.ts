import type { QueryOf } from '#contract/operation.ts';
import type { ExportListName, exportLists } from '../export/export-lists.ts';
import type { HistoryAddress, HistorySchema } from './history-address.ts';

type Lists = typeof exportLists;

/** Every query parameter of the lists that can be exported. */
type Parameter = { [name in ExportListName]: keyof QueryOf<Lists[name]['operation']> }[ExportListName];

/** How people name each parameter; null: not a filter. The compiler sees to it that none is forgotten. */
const labels = {
  search: 'Search',
  direction: 'Direction',
  status: 'Status',
  currency: 'Currency',
  transaction_id: 'Transaction id',
  request_id: 'Request id',
  external_id: 'External id',
  network: 'Network',
  network_from: 'From network',
  network_to: 'To network',
  currency_from: 'From currency',
  currency_to: 'To currency',
  operation: 'Operation',
  key: 'Key',
  sequence: 'Sequence',
  state: 'State',
  kind: 'Kind',
  band: 'Risk',
  category: 'Category',
  decision: 'Decision',
  sanctioned: 'Sanctioned',
  created_from: 'From',
  created_to: 'To',
  sort_by: null,
  sort_direction: null,
  limit: null,
  offset: null,
} satisfies Record<Parameter, string | null>;

/** The filters of a list as a person would name them, for what leaves the page. */
export function filterWords<S extends HistorySchema>({
  query,
  range,
}: HistoryAddress<S>): { label: string; value: string }[] {
  const set = Object.entries(query as Record<string, string | number | undefined>).flatMap(
    ([name, value]) => {
      const label = isParameter(name) ? labels[name] : name;
      return label === null || value === undefined ? [] : [{ label, value: String(value) }];
    },
  );
  return range === undefined ? set : [{ label: 'Range', value: range }, ...set];
}

function isParameter(name: string): name is Parameter {
  return Object.hasOwn(labels, name);
}

/** The search of an address as a view of it is kept: without the page, the moment and what is typed above the list. */
export function viewOf(search: URLSearchParams): string {
  const view = new URLSearchParams(search);
  for (const name of ['offset', 'until', 'value', 'on']) view.delete(name);
  view.sort();
  return view.toString();
}
