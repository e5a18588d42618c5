import type { Column } from './column.ts';
import classes from './data-table.module.css';

type Props<T> = { columns: Column<T>[]; count: number };

/** Rows in the shape of those to come. */
export function SkeletonRows<T>({ columns, count }: Props<T>) {
  return (
    <tbody aria-hidden className={classes['skeletons']}>
      {Array.from({ length: count }, (_, row) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows without content have no other name
        <tr key={row} className={classes['row']}>
          {columns.map(({ id, align, skeleton = '60%' }) => (
            // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- hidden from all who would need one
            <td key={id} data-align={align}>
              <span className={classes['skeleton']} style={{ width: skeleton }} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
