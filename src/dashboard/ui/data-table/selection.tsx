import classes from './data-table.module.css';

/** Rows that are marked, by their id, in the order in which they were. */
export type Selection = {
  selected: ReadonlySet<string>;
  /** Marks rows, or not any longer; `isRange`: with all between them and the one marked last. */
  select: (ids: readonly string[], isSelected: boolean, isRange?: boolean) => void;
};

type CellProps = { id: string; selection: Selection; isSelected: boolean };

export function SelectCell({ id, selection, isSelected }: CellProps) {
  return (
    <td className={classes['selectCell']}>
      <input
        type="checkbox"
        aria-label="Select the row"
        checked={isSelected}
        // A click says whether Shift was held; a change does not.
        onChange={(event) => {
          const { nativeEvent } = event;
          const isRange = 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;
          selection.select([id], event.currentTarget.checked, isRange);
        }}
      />
    </td>
  );
}

type AllProps = { rows: readonly string[]; selection: Selection };

export function SelectAllCell({ rows, selection }: AllProps) {
  const count = rows.filter((id) => selection.selected.has(id)).length;
  return (
    <th scope="col" className={classes['selectCell']}>
      <input
        type="checkbox"
        aria-label="Select all rows of this page"
        checked={rows.length > 0 && count === rows.length}
        ref={(box) => {
          if (box !== null) box.indeterminate = count > 0 && count < rows.length;
        }}
        onChange={(event) => selection.select(rows, event.currentTarget.checked)}
      />
    </th>
  );
}
