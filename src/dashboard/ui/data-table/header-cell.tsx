import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';
import classes from './data-table.module.css';
import type { ColumnMeta } from './table-columns.ts';

export type Sorting = {
  by: string;
  direction: 'asc' | 'desc';
  /** The same list, sorted so. */
  linkTo: (by: string, direction: 'asc' | 'desc') => To;
};

type Props = { meta: ColumnMeta | undefined; sorting: Sorting | undefined; children: ReactNode };

/** A column's head; a link that sorts where the service can. */
export function HeaderCell({ meta, sorting, children }: Props) {
  const { align, width, sortKey } = meta ?? {};
  const shape = { scope: 'col', 'data-align': align, style: { minWidth: width } } as const;
  if (sortKey === undefined || sorting === undefined) return <th {...shape}>{children}</th>;

  const direction = sorting.by === sortKey ? sorting.direction : undefined;
  const Arrow = direction === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <th {...shape} aria-sort={direction === undefined ? 'none' : ariaSort[direction]}>
      <Link
        to={sorting.linkTo(sortKey, direction === 'desc' ? 'asc' : 'desc')}
        replace
        className={classes['sort']}
        data-sorted={direction !== undefined || undefined}
      >
        {children}
        <Arrow size={14} aria-hidden />
      </Link>
    </th>
  );
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;
