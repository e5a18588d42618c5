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
