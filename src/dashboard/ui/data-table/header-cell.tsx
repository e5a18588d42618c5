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
  const shape = { scope: 'col', 'data-align': meta?.align, style: { width: meta?.width } } as const;
  const key = meta?.sortKey;
  if (key === undefined || sorting === undefined) return <th {...shape}>{children}</th>;

  const isSorted = sorting.by === key;
  const next = isSorted && sorting.direction === 'desc' ? 'asc' : 'desc';
  const Arrow = isSorted && sorting.direction === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <th {...shape} aria-sort={isSorted ? (sorting.direction === 'asc' ? 'ascending' : 'descending') : 'none'}>
      <Link
        to={sorting.linkTo(key, next)}
        replace
        className={classes['sort']}
        data-sorted={isSorted || undefined}
      >
        {children}
        <Arrow size={14} aria-hidden />
      </Link>
    </th>
  );
}
