import { IconAlertTriangle } from '@tabler/icons-react';
import { Link, type To } from 'react-router';
import type { ReadRow } from '#contract/read-answer.ts';
import { Tooltip } from '../tooltip.tsx';
import type { Column } from './column.ts';
import classes from './data-table.module.css';

type Props<T> = { row: ReadRow<T>; columns: Column<T>[]; link: To | undefined };

export function DataRow<T>({ row, columns, link }: Props<T>) {
  return (
    <tr className={classes['row']} data-linked={link !== undefined || undefined}>
      {columns.map(({ id, cell, align, isRowHeader = false }) =>
        isRowHeader ? (
          <th key={id} scope="row" data-align={align}>
            <span className={classes['rowHeader']}>
              {link === undefined ? (
                cell(row.value)
              ) : (
                <Link to={link} data-row-link className={classes['rowLink']}>
                  {cell(row.value)}
                </Link>
              )}
              {!row.isWhole && <Unreadable problems={row.problems} />}
            </span>
          </th>
        ) : (
          <td key={id} data-align={align}>
            {cell(row.value)}
          </td>
        ),
      )}
    </tr>
  );
}

/** Marks a row that breaks the contract, with what is wrong. */
function Unreadable({ problems }: { problems: string[] }) {
  return (
    <Tooltip label={`This row is not as documented: ${problems.join('; ')}.`}>
      <button type="button" className={classes['unreadable']} aria-label="Row not as documented">
        <IconAlertTriangle size={14} aria-hidden />
      </button>
    </Tooltip>
  );
}
