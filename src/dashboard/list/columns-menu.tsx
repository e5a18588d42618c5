import { IconChevronDown, IconChevronUp, IconPin, IconPinFilled } from '@tabler/icons-react';
import { Button, IconButton } from '../ui/button.tsx';
import type { ColumnPlace } from '../ui/data-table/arrangement.ts';
import { columnsInOrder, moveColumn, pinColumn, toggleColumn } from './column-changes.ts';
import { densities, type NamedColumn } from './column-layout.ts';
import classes from './columns-menu.module.css';
import type { ColumnLayoutState } from './use-column-layout.ts';

type Props = { columns: readonly NamedColumn[]; layout: ColumnLayoutState };

const densityWords = { compact: 'Compact', regular: 'Regular', relaxed: 'Relaxed' };

export function ColumnsMenu({ columns, layout }: Props) {
  const { arrangement, changeLayout, changeDensity, isDefault, reset } = layout;
  const { places, density } = arrangement;
  return (
    <div className={classes['menu']}>
      <fieldset className={classes['densities']}>
        <legend>Density</legend>
        {densities.map((name) => (
          <label key={name} className={classes['density']}>
            <input
              type="radio"
              name="density"
              checked={name === density}
              onChange={() => changeDensity(name)}
            />
            {densityWords[name]}
          </label>
        ))}
      </fieldset>
      <h2 className={classes['heading']}>Columns</h2>
      <ul className={classes['list']}>
        {columnsInOrder(columns, places).map(({ column, place }) => {
          const { id, label, sortKey } = column;
          const index = places.findIndex((other) => other.id === id);
          const isLike = (other: ColumnPlace | undefined) => other?.isPinned === place?.isPinned;
          return (
            <li key={id} className={classes['item']}>
              <label className={classes['name']}>
                <input
                  type="checkbox"
                  checked={place !== undefined}
                  disabled={place !== undefined && places.length === 1}
                  onChange={() => changeLayout(toggleColumn(places, id, columns))}
                />
                {label}
                {sortKey !== undefined && <span className={classes['sorts']}>sorts</span>}
              </label>
              {place && (
                <PlaceButtons
                  label={label}
                  isPinned={place.isPinned}
                  mayMove={[isLike(places[index - 1]), isLike(places[index + 1])]}
                  onPin={() => changeLayout(pinColumn(places, id, !place.isPinned))}
                  onMove={(by) => changeLayout(moveColumn(places, id, by))}
                />
              )}
            </li>
          );
        })}
      </ul>
      <p className={classes['note']}>
        The service sorts by the columns marked “sorts”; it cannot sort by others.
        {columns.some(({ id }) => id === 'aml') &&
          ' AML is what the console knows of an address: copies and exports do not have it.'}
      </p>
      <Button variant="subtle" size="compact-sm" disabled={isDefault} onClick={reset}>
        As at first
      </Button>
    </div>
  );
}

type ButtonsProps = {
  label: string;
  isPinned: boolean;
  /** Up, down. */
  mayMove: readonly [boolean, boolean];
  onPin: () => void;
  onMove: (by: number) => void;
};

function PlaceButtons({ label, isPinned, mayMove, onPin, onMove }: ButtonsProps) {
  const Pin = isPinned ? IconPinFilled : IconPin;
  return (
    <>
      <IconButton aria-label={`Pin ${label}`} aria-pressed={isPinned} onClick={onPin}>
        <Pin size={14} aria-hidden />
      </IconButton>
      <IconButton
        aria-label={`Move ${label} up`}
        aria-disabled={!mayMove[0]}
        onClick={() => mayMove[0] && onMove(-1)}
      >
        <IconChevronUp size={14} aria-hidden />
      </IconButton>
      <IconButton
        aria-label={`Move ${label} down`}
        aria-disabled={!mayMove[1]}
        onClick={() => mayMove[1] && onMove(1)}
      >
        <IconChevronDown size={14} aria-hidden />
      </IconButton>
    </>
  );
}
