import { Box } from '@mantine/core';
import type { KeyboardEvent, PointerEvent } from 'react';
import classes from './data-table.module.css';
import { columnSizes, gridOf, type ShownColumn } from './table-columns.ts';

/** Changes a column's width in pixels, which is undefined where nobody has changed it. */
export type Resize = (id: string, change: (width: number | undefined) => number) => void;

type Props = {
  column: ShownColumn;
  /** All that are shown. */
  columns: readonly ShownColumn[];
  onResize: Resize;
};

const step = 16;
const { minSize, maxSize } = columnSizes;

function bound(pixels: number): number {
  return Math.round(Math.min(maxSize, Math.max(minSize, pixels)));
}

/** The edge of a column's head: drawn, or moved with the arrow keys, it makes the column wider or narrower. */
export function ResizeEdge({ column: { id, size }, columns, onResize }: Props) {
  const draw = (event: PointerEvent<HTMLElement>) => {
    const edge = event.currentTarget;
    const begin = event.clientX - size;
    const table = edge.closest('table');
    let drawn = size;
    edge.setPointerCapture(event.pointerId);
    // While the edge is dragged, only the column moves. The table is drawn again when it is released.
    const move = (moved: globalThis.PointerEvent) => {
      drawn = bound(moved.clientX - begin);
      const grid = gridOf(columns.map((column) => (column.id === id ? { size: drawn } : column)));
      table?.style.setProperty('--columns', grid['--columns']);
      table?.style.setProperty('min-width', `${grid.minWidth}px`);
    };
    edge.addEventListener('pointermove', move);
    edge.addEventListener(
      'lostpointercapture',
      () => {
        edge.removeEventListener('pointermove', move);
        if (drawn !== size) onResize(id, () => drawn);
      },
      { once: true },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onResize(id, (width = size) => bound(width + by));
  };
  return (
    // A separator that moves is a control (ARIA 1.2): it has a value and takes the focus.
    <Box
      component="span"
      role="separator"
      aria-orientation="vertical"
      aria-label="Column width"
      aria-valuenow={size}
      aria-valuemin={minSize}
      aria-valuemax={maxSize}
      tabIndex={0}
      className={classes['edge']}
      onPointerDown={draw}
      onKeyDown={onKeyDown}
    />
  );
}
