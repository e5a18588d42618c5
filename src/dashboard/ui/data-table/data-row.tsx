import { FlexRender, type Row } from '@tanstack/react-table';
import { IconAlertTriangle } from '@tabler/icons-react';
import { memo } from 'react';
import { Link, type To } from 'react-router';
import type { ReadRow } from '#contract/read-answer.ts';
import { Tooltip } from '../tooltip.tsx';
import classes from './data-table.module.css';
import { SelectCell } from './selection.tsx';
import type { features, ShownColumn } from './table-columns.ts';

type Props<T extends object> = {
  row: Row<typeof features, ReadRow<T>>;
  rowLink: ((row: ReadRow<T>) => To | undefined) | undefined;
  columns: readonly ShownColumn[];
  isSelected: boolean;
};

function DataRowOf<T extends object>({ row, rowLink, columns, isSelected }: Props<T>) {
  const link = rowLink?.(row.original);
  const { isWhole, problems } = row.original;
  const cells = row.getAllCellsByColumnId();
  return (
    <tr
      className={classes['row']}
      data-row={row.id}
      data-linked={link !== undefined || undefined}
      data-selected={isSelected || undefined}
    >
      <SelectCell row={row} isSelected={isSelected} />
      {columns.map(({ id, meta, stickyAt }) => {
        const cell = cells[id];
        const place = stickyAt === undefined ? {} : { 'data-sticky': true, style: { left: stickyAt } };
        const content = cell && <FlexRender cell={cell} />;
        const card = { 'data-card': meta?.card, 'data-card-label': meta?.cardLabel };
        return meta?.isRowHeader === true ? (
          <th key={id} scope="row" data-align={meta.align} {...card} {...place}>
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
          <td key={id} data-align={meta?.align} {...card} {...place}>
            {content}
          </td>
        );
      })}
    </tr>
  );
}

/** The column layout: the widths are the table's. */
const placesOf = (columns: readonly ShownColumn[]) =>
  columns.map(({ id, stickyAt }) => `${id} ${stickyAt ?? ''}`).join();

/** A row. It is redrawn only when it has changed, because there may be hundreds. */
// `memo` forgets that the component is generic.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const DataRow = memo(
  DataRowOf,
  (a, b) =>
    a.row === b.row &&
    a.rowLink === b.rowLink &&
    a.isSelected === b.isSelected &&
    (a.columns === b.columns || placesOf(a.columns) === placesOf(b.columns)),
) as unknown as typeof DataRowOf;

/** Marks a row that breaks the contract, with what is wrong. */
function Unreadable({ problems }: { problems: string[] }) {
  return (
    <Tooltip label={`Some values in this row aren’t in the documented format: ${problems.join('; ')}.`}>
      <button type="button" className={classes['unreadable']} aria-label="Row with invalid values">
        <IconAlertTriangle size={14} aria-hidden />
      </button>
    </Tooltip>
  );
}
