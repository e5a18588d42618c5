import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { SearchChange } from '#dashboard/lib/use-change-address.ts';
import { ChangeLink } from '../change-link.tsx';
import { Tooltip } from '../tooltip.tsx';
import classes from './data-table.module.css';
import { type Resize, ResizeEdge } from './resize-edge.tsx';
import type { ShownColumn } from './table-columns.ts';

export type Sorting = {
  by: string;
  direction: 'asc' | 'desc';
  /** The same list, sorted so. */
  linkTo: (by: string, direction: 'asc' | 'desc') => SearchChange;
  /** Why the list can't be sorted so. */
  reasonAgainst?: (by: string, direction: 'asc' | 'desc') => string | undefined;
};

type Props = {
  column: ShownColumn;
  /** All that are shown. */
  columns: readonly ShownColumn[];
  sorting: Sorting | undefined;
  onResize: Resize;
  children: ReactNode;
};

/** A column's head; a link that sorts where the service can. */
export function HeaderCell({ column, columns, sorting, onResize, children }: Props) {
  const { meta: { align, sortKey, sortTitle } = {}, stickyAt } = column;
  const shape = {
    scope: 'col',
    'data-align': align,
    'data-sticky': stickyAt === undefined ? undefined : true,
    style: { left: stickyAt },
  } as const;
  const edge = <ResizeEdge column={column} columns={columns} onResize={onResize} />;
  if (sortKey === undefined || sorting === undefined) {
    return (
      <th {...shape} {...(sorting && { title: 'This column can’t be sorted' })}>
        {children}
        {edge}
      </th>
    );
  }

  const direction = sorting.by === sortKey ? sorting.direction : undefined;
  const Arrow = direction === 'asc' ? IconArrowUp : IconArrowDown;
  const next = direction === 'desc' ? 'asc' : 'desc';
  const reason = sorting.reasonAgainst?.(sortKey, next);
  if (reason !== undefined) {
    return (
      <th {...shape} {...(direction && { 'aria-sort': ariaSort[direction] })}>
        <Tooltip label={reason}>
          {/* It stays where the link was, with the reason in reach of the keyboard. */}
          <button type="button" className={classes['sort']} aria-disabled>
            {children}
          </button>
        </Tooltip>
        {edge}
      </th>
    );
  }
  return (
    <th {...shape} aria-sort={direction === undefined ? 'none' : ariaSort[direction]}>
      <ChangeLink
        to={sorting.linkTo(sortKey, next)}
        replace
        className={classes['sort']}
        title={sortTitle}
        data-sorted={direction !== undefined || undefined}
      >
        {children}
        <Arrow size={14} aria-hidden />
      </ChangeLink>
      {edge}
    </th>
  );
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;
