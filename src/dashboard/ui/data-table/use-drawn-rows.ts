import { startTransition, useEffect, useState } from 'react';

/** So many rows are made in one go: a frame's work on a slow phone. */
const piece = 3;
/** Far beyond what a window shows, more at a time: there it matters more when the page is whole. */
const farPiece = 10;
const farFrom = 100;

/**
 * How many rows of a page are drawn: piece by piece while nothing else waits, a window's worth within a few frames,
 * so that hundreds of rows do not hold up a key or a click. `page` names the page; another one begins anew.
 */
export function useDrawnRows(page: string, total: number): number {
  const [drawn, setDrawn] = useState({ page, count: piece });
  const count = drawn.page === page ? drawn.count : piece;
  const isDone = count >= total;
  useEffect(() => {
    if (!isDone)
      startTransition(() => setDrawn({ page, count: count + (count < farFrom ? piece : farPiece) }));
  }, [page, count, isDone]);
  return isDone ? total : count;
}
