import { startTransition, useEffect, useState } from 'react';

/** Drawn with the table: about what a window shows. */
const first = 22;
/** How many more are drawn in one go: a frame's work on a slow phone. */
const piece = 8;
/** Far beyond what a window shows, more at a time: there it matters more when the page is whole. */
const farPiece = 24;
const farFrom = 100;

/**
 * How many rows of a page are drawn: a window's worth at once, the others in parts while nothing else waits, so that
 * hundreds of rows do not delay a key or a click. `page` names the page; another one starts over.
 */
export function useDrawnRows(page: string, total: number): number {
  const [drawn, setDrawn] = useState({ page, count: first });
  const count = drawn.page === page ? drawn.count : first;
  const isDone = count >= total;
  useEffect(() => {
    if (!isDone)
      startTransition(() => setDrawn({ page, count: count + (count < farFrom ? piece : farPiece) }));
  }, [page, count, isDone]);
  return isDone ? total : count;
}
