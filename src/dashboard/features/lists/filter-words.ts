import type { HistoryAddress, HistorySchema } from './history-address.ts';

const labels: Partial<Record<string, string>> = {
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
  state: 'State',
  kind: 'Kind',
  band: 'Risk',
  category: 'Category',
  decision: 'Decision',
  sanctioned: 'Sanctioned',
  created_from: 'From',
  created_to: 'To',
};

/** The filters of a list as a person would name them, for what leaves the page. */
export function filterWords<S extends HistorySchema>({
  query,
  range,
}: HistoryAddress<S>): { label: string; value: string }[] {
  const set = Object.entries(query as Record<string, unknown>).flatMap(([name, value]) => {
    const label = labels[name];
    return label === undefined || typeof value !== 'string' ? [] : [{ label, value }];
  });
  return range === undefined ? set : [{ label: 'Range', value: range }, ...set];
}

/** The search of an address as a view of it is kept: without the page, the moment and what is typed above the list. */
export function viewOf(search: URLSearchParams): string {
  const view = new URLSearchParams(search);
  for (const name of ['offset', 'until', 'value', 'on']) view.delete(name);
  view.sort();
  return view.toString();
}
