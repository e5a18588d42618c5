import { IconChevronDown, IconChevronUp, IconPin, IconPinFilled } from '@tabler/icons-react';
import { Button } from '../../ui/button.tsx';
import type { ColumnPlace } from '../../ui/data-table/arrangement.ts';
import { densities, moveColumn, pinColumn, toggleColumn } from './column-layout.ts';
import type { NamedColumn } from './columns-button.tsx';
import classes from './columns-menu.module.css';
import type { ColumnLayoutState } from './use-column-layout.ts';

type Props = { columns: readonly NamedColumn[]; layout: ColumnLayoutState };

const densityWords = { compact: 'Compact', regular: 'Regular', relaxed: 'Relaxed' };

export function ColumnsMenu({ columns, layout }: Props) {
  const { arrangement, changeLayout, changeDensity, isDefault, reset } = layout;
  const { places, density } = arrangement;
  const named = new Map(columns.map((column) => [column.id, column]));
  const hidden = columns.filter(({ id }) => !places.some((place) => place.id === id));

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
      <h3 className={classes['heading']}>Columns</h3>
      <ul className={classes['list']}>
        {places.map((place, index) => (
          <ShownColumn
            key={place.id}
            place={place}
            label={named.get(place.id)?.label ?? place.id}
            isSortable={named.get(place.id)?.sortKey !== undefined}
            isLast={places.length === 1}
            onToggle={() => changeLayout(toggleColumn(places, place.id))}
            onPin={() => changeLayout(pinColumn(places, place.id, !place.isPinned))}
            onMove={(by) => changeLayout(moveColumn(places, place.id, by))}
            mayMove={[
              places[index - 1]?.isPinned === place.isPinned,
              places[index + 1]?.isPinned === place.isPinned,
            ]}
          />
        ))}
        {hidden.map(({ id, label }) => (
          <li key={id} className={classes['item']}>
            <label className={classes['name']}>
              <input
                type="checkbox"
                checked={false}
                onChange={() => changeLayout(toggleColumn(places, id))}
              />
              {label}
            </label>
          </li>
        ))}
      </ul>
      <p className={classes['note']}>
        The service sorts by the columns marked “sorts”; it cannot sort by others.
      </p>
      <Button variant="subtle" size="compact-sm" disabled={isDefault} onClick={reset}>
        As at first
      </Button>
    </div>
  );
}

type ShownProps = {
  place: ColumnPlace;
  label: string;
  isSortable: boolean;
  isLast: boolean;
  /** Up, down. */
  mayMove: readonly [boolean, boolean];
  onToggle: () => void;
  onPin: () => void;
  onMove: (by: number) => void;
};

function ShownColumn({ place, label, isSortable, isLast, mayMove, onToggle, onPin, onMove }: ShownProps) {
  const Pin = place.isPinned ? IconPinFilled : IconPin;
  return (
    <li className={classes['item']}>
      <label className={classes['name']}>
        <input type="checkbox" checked disabled={isLast} onChange={onToggle} />
        {label}
        {isSortable && <span className={classes['sorts']}>sorts</span>}
      </label>
      <button
        type="button"
        className={classes['icon']}
        aria-label={`Pin ${label}`}
        aria-pressed={place.isPinned}
        onClick={onPin}
      >
        <Pin size={14} aria-hidden />
      </button>
      <button
        type="button"
        className={classes['icon']}
        aria-label={`Move ${label} up`}
        aria-disabled={!mayMove[0]}
        onClick={() => mayMove[0] && onMove(-1)}
      >
        <IconChevronUp size={14} aria-hidden />
      </button>
      <button
        type="button"
        className={classes['icon']}
        aria-label={`Move ${label} down`}
        aria-disabled={!mayMove[1]}
        onClick={() => mayMove[1] && onMove(1)}
      >
        <IconChevronDown size={14} aria-hidden />
      </button>
    </li>
  );
}
