import { startTransition, useEffect, useState } from 'react';

/** As low as a row gets, and what a page has around its rows at least, in pixels. */
const lowestRow = 30;
const aroundRows = 200;
const piece = 25;

/**
 * How many rows of a page are drawn: those that the window can show at once, and the rest piece by piece while
 * nothing else waits, so that hundreds of rows do not hold up a key or a click. `page` names the page; another one
 * begins anew. Only where rows to come do not change how those before them stand.
 */
export function useDrawnRows(page: string, total: number, isGradual: boolean): number {
  const [drawn, setDrawn] = useState({ page, count: 0 });
  const count = Math.max(
    drawn.page === page ? drawn.count : 0,
    Math.ceil((window.innerHeight - aroundRows) / lowestRow),
  );
  const isDone = !isGradual || count >= total;
  useEffect(() => {
    if (!isDone) startTransition(() => setDrawn({ page, count: count + piece }));
  }, [page, count, isDone]);
  return isDone ? total : count;
}
