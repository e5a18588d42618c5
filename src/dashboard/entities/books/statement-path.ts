/** The statement of some days of the user's zone: the first one, and the last one, such as `2026-11-21`. */
export function statementPath(firstDate: string, lastDate: string): string {
  const end = new Date(Date.parse(lastDate) + 86_400_000).toISOString().slice(0, 10);
  return `/books?${new URLSearchParams({ from: firstDate, to: end }).toString()}`;
}
