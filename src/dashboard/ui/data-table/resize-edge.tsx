import type { KeyboardEvent, PointerEvent } from 'react';
import { type Arrangement, boundWidth, narrowest, widest, widthProperty } from './arrangement.ts';
import classes from './data-table.module.css';

type Props = { id: string; width: number; arrangement: Arrangement };

const step = 16;

/** The edge of a column's head: drawn, or moved with the arrow keys, it makes the column wider or narrower. */
export function ResizeEdge({ id, width, arrangement: { onResize } }: Props) {
  const draw = (event: PointerEvent<HTMLElement>) => {
    const edge = event.currentTarget;
    const begin = event.clientX - width;
    const table = edge.closest('table');
    const place = edge.closest('th')?.cellIndex;
    const total = Number.parseFloat(table?.style.minWidth ?? '');
    let drawn = width;
    edge.setPointerCapture(event.pointerId);
    // While it is drawn only the column moves; the table is drawn again when it is let go.
    const move = (moved: globalThis.PointerEvent) => {
      drawn = boundWidth(moved.clientX - begin);
      if (!table || place === undefined) return;
      table.style.setProperty(widthProperty(place), String(drawn));
      table.style.minWidth = `${total + drawn - width}px`;
    };
    edge.addEventListener('pointermove', move);
    edge.addEventListener(
      'lostpointercapture',
      () => {
        edge.removeEventListener('pointermove', move);
        if (drawn !== width) onResize(id, drawn);
      },
      { once: true },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onResize(id, boundWidth(width + by));
  };
  return (
    // A separator that moves is a control (ARIA 1.2): it has a value and takes the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/prefer-tag-over-role
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the column"
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={classes['edge']}
      onPointerDown={draw}
      onKeyDown={onKeyDown}
    />
  );
}
