import { useEffect, useState } from 'react';
import classes from './data-table.module.css';
import type { ColumnMeta } from './table-columns.ts';

type Props = { columns: { id: string; meta: ColumnMeta | undefined }[]; count: number };

/** How long nothing is shown: rows that arrive sooner need no skeleton, which would take as long to draw. */
const PATIENCE_MS = 150;

/** Rows in the shape of those to come. */
export function SkeletonRows({ columns, count }: Props) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <tbody aria-hidden className={classes['skeletons']}>
      {Array.from({ length: count }, (_, row) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows without content have no other name
        <tr key={row} className={classes['row']}>
          {columns.map(({ id, meta }) => (
            // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- hidden from all who would need one
            <td key={id} data-align={meta?.align} data-card={meta?.card}>
              <span className={classes['skeleton']} style={{ width: meta?.skeleton ?? '60%' }} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
