import classes from './data-table.module.css';
import type { ColumnMeta } from './table-columns.ts';

type Props = { metas: (ColumnMeta | undefined)[]; count: number };

/** Rows in the shape of those to come. */
export function SkeletonRows({ metas, count }: Props) {
  return (
    <tbody aria-hidden className={classes['skeletons']}>
      {Array.from({ length: count }, (_, row) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows without content have no other name
        <tr key={row} className={classes['row']}>
          {metas.map((meta, column) => (
            // oxlint-disable-next-line react/no-array-index-key, jsx-a11y/control-has-associated-label
            <td key={column} data-align={meta?.align}>
              <span className={classes['skeleton']} style={{ width: meta?.skeleton ?? '60%' }} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
