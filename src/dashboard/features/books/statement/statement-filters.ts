import type { StatementRow } from '#contract/gateway/statements.ts';

/** Which rows a statement shows. */
const names = ['type', 'network', 'currency', 'wallet'] as const;

/** What is left out is any. Of one wallet, amounts are its own; the others only choose rows. */
export type StatementFilters = { [name in (typeof names)[number]]?: string };

/** Parses the page's URL: `?type=user&network=trx&currency=USDT&wallet=T…`. */
export function parseStatementFilters(search: URLSearchParams): StatementFilters {
  const given = names.flatMap((name) => {
    const value = search.get(name);
    return value === null || value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

/** Whether any row, or part of one, is left out. */
export function isFiltered(filters: StatementFilters): boolean {
  return Object.keys(filters).length > 0;
}

/** The rows to show. */
export function rowsShown(
  rows: readonly StatementRow[],
  { type, network, currency }: StatementFilters,
): StatementRow[] {
  const wanted = Object.entries({ type, network, currency });
  return rows.filter((row) =>
    wanted.every(([name, value]) => value === undefined || row[name as 'type'] === value),
  );
}
