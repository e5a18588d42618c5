import { flexRender, type Row, type RowData } from '@tanstack/react-table';
import { memo } from 'react';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link, type To } from 'react-router';
import type { ReadRow } from '#contract/read-answer.ts';
import { Tooltip } from '../tooltip.tsx';
import classes from './data-table.module.css';
import { SelectCell, type Selection } from './selection.tsx';
import type { features } from './table-columns.ts';

type Props<T extends RowData> = {
  row: Row<typeof features, ReadRow<T>>;
  rowLink: ((row: ReadRow<T>) => To | undefined) | undefined;
  /** Where the columns that do not scroll away stay, by their id. */
  sticky: ReadonlyMap<string, number> | undefined;
  selection: Selection | undefined;
  isSelected: boolean;
};

function DataRowOf<T extends RowData>({ row, rowLink, sticky, selection, isSelected }: Props<T>) {
  const link = rowLink?.(row.original);
  const { isWhole, problems } = row.original;
  return (
    <tr
      className={classes['row']}
      data-row={row.id}
      data-linked={link !== undefined || undefined}
      data-selected={isSelected || undefined}
    >
      {selection && <SelectCell id={row.id} selection={selection} isSelected={isSelected} />}
      {row.getAllCells().map((cell) => {
        const { meta } = cell.column.columnDef;
        const left = sticky?.get(cell.column.id);
        const place = left === undefined ? {} : { 'data-sticky': true, style: { left } };
        const content = flexRender(cell.column.columnDef.cell, cell.getContext());
        return meta?.isRowHeader === true ? (
          <th key={cell.id} scope="row" data-align={meta.align} {...place}>
            <span className={classes['rowHeader']}>
              {link === undefined ? (
                content
              ) : (
                <Link to={link} data-row-link className={classes['rowLink']}>
                  {content}
                </Link>
              )}
              {!isWhole && <Unreadable problems={problems} />}
            </span>
          </th>
        ) : (
          <td key={cell.id} data-align={meta?.align} {...place}>
            {content}
          </td>
        );
      })}
    </tr>
  );
}

/** A row; drawn anew only when it has changed, since there may be hundreds. */
// `memo` forgets that the component is generic.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const DataRow = memo(DataRowOf) as unknown as typeof DataRowOf;

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
