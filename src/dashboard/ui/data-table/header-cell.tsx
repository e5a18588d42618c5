import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode } from 'react';
import type { SearchChange } from '../../lib/use-change-address.ts';
import { ChangeLink } from '../change-link.tsx';
import type { Arrangement } from './arrangement.ts';
import classes from './data-table.module.css';
import type { ColumnMeta } from './table-columns.ts';
import { ResizeEdge } from './resize-edge.tsx';

export type Sorting = {
  by: string;
  direction: 'asc' | 'desc';
  /** The same list, sorted so. */
  linkTo: (by: string, direction: 'asc' | 'desc') => SearchChange;
};

type Props = {
  meta: ColumnMeta | undefined;
  sorting: Sorting | undefined;
  /** How far from the left edge the column stays while the others scroll. */
  stickyAt?: number | undefined;
  resize?: { id: string; width: number; arrangement: Arrangement } | undefined;
  children: ReactNode;
};

/** A column's head; a link that sorts where the service can. */
export function HeaderCell({ meta, sorting, stickyAt, resize, children }: Props) {
  const { align, width, sortKey } = meta ?? {};
  const shape = {
    scope: 'col',
    'data-align': align,
    'data-sticky': stickyAt === undefined ? undefined : true,
    style: resize === undefined ? { minWidth: width } : { left: stickyAt },
  } as const;
  const edge = resize && <ResizeEdge {...resize} />;
  if (sortKey === undefined || sorting === undefined) {
    return (
      <th {...shape} {...(sorting && { title: 'The service does not sort by this' })}>
        {children}
        {edge}
      </th>
    );
  }

  const direction = sorting.by === sortKey ? sorting.direction : undefined;
  const Arrow = direction === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <th {...shape} aria-sort={direction === undefined ? 'none' : ariaSort[direction]}>
      <ChangeLink
        to={sorting.linkTo(sortKey, direction === 'desc' ? 'asc' : 'desc')}
        replace
        className={classes['sort']}
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
