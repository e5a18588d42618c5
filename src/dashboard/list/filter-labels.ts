import type { ListSchema } from '#dashboard/api/list-source.ts';
import { labelOfParameter } from '#contract/list-parameter-names.ts';
import type { ListState } from './list-state.ts';

/** The filters of a list as a person would name them, for what leaves the page. */
export function filterLabels<S extends ListSchema>({
  query,
  range,
}: ListState<S>): { label: string; value: string }[] {
  const set = Object.entries(query as Record<string, string | number | undefined>).flatMap(
    ([name, value]) => {
      const label = labelOfParameter(name);
      return label === null || value === undefined ? [] : [{ label, value: String(value) }];
    },
  );
  return range === undefined ? set : [{ label: 'Range', value: range }, ...set];
}

/** The search of an address as a view of it is kept: without the page, the moment and what is typed above the list. */
export function viewOf(search: URLSearchParams): string {
  const view = new URLSearchParams(search);
  for (const name of ['offset', 'until', 'value', 'on']) view.delete(name);
  view.sort();
  return view.toString();
}

/** A filter's known values, then other values found in rows, each once, so that every existing value can be chosen. */
export function optionsWith(known: readonly string[], found: readonly (string | undefined)[]): string[] {
  const others = new Set(found.filter((value) => value !== undefined && !known.includes(value)));
  return [...known, ...[...others].filter((value) => value !== undefined).sort()];
}
