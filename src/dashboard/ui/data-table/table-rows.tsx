import type { Row, RowSelectionState } from '@tanstack/react-table';
import { startTransition, useEffect, useState } from 'react';
import type { To } from 'react-router';
import type { ReadRow } from '#contract/read-answer.ts';
import { DataRow } from './data-row.tsx';
import classes from './data-table.module.css';
import { openRowOnClick, moveOnArrows } from './row-navigation.ts';
import type { features, ShownColumn } from './table-columns.ts';

/** Drawn with the table: about what a window shows. */
const first = 22;
/** How many more are drawn in one go: a frame's work on a slow phone. */
const piece = 8;
/** Far beyond what a window shows, more at a time: there it matters more when the page is whole. */
const farPiece = 24;
const farFrom = 100;

type Props<T extends object> = {
  rows: readonly Row<typeof features, ReadRow<T>>[];
  rowLink: ((row: ReadRow<T>) => To | undefined) | undefined;
  columns: readonly ShownColumn[];
  selection: RowSelectionState;
};

/**
 * The rows of a page: a window's worth at once, the others in parts while nothing else waits, so that hundreds of rows do
 * not delay a key or a click. Another page begins anew with another `key`.
 */
export function TableRows<T extends object>({ rows, rowLink, columns, selection }: Props<T>) {
  const [count, setCount] = useState(first);
  const isDone = count >= rows.length;
  useEffect(() => {
    if (!isDone) startTransition(() => setCount(count + (count < farFrom ? piece : farPiece)));
  }, [count, isDone]);
  return (
    // The links within are what is interactive; these only widen their reach.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <tbody
      ref={scrollToTopAfter}
      aria-busy={!isDone}
      style={{ minHeight: `calc(${rows.length} * var(--row-height))` }}
      onClick={openRowOnClick}
      onAuxClick={openRowOnClick}
      onKeyDown={moveOnArrows}
    >
      {rows.slice(0, count).map((row) => (
        <DataRow
          key={row.id}
          row={row}
          rowLink={rowLink}
          columns={columns}
          isSelected={selection[row.id] ?? false}
        />
      ))}
    </tbody>
  );
}

/** Another page is read from its top. The first one is there already, and asking would lay it out too early. */
function scrollToTopAfter(rows: HTMLElement | null): () => void {
  const scroller = rows?.closest(`.${classes['scroller']}`);
  return () => scroller?.scrollTo({ top: 0 });
}
