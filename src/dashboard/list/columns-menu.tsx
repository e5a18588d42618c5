import { Box, Checkbox, Group, Text, Title } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconPin, IconPinFilled } from '@tabler/icons-react';
import { formatList } from '#domain/format.ts';
import { capitalize } from '#dashboard/lib/format.ts';
import { Button, IconButton } from '#dashboard/ui/button.tsx';
import type { ListTable } from '#dashboard/ui/data-table/table-columns.ts';
import { densities, moveColumn } from './column-layout.ts';
import classes from './columns-menu.module.css';
import type { ColumnLayoutState } from './use-column-layout.ts';

type Props<T> = { table: ListTable<T>; layout: ColumnLayoutState };

const densityLabels = { compact: 'Compact', regular: 'Regular', relaxed: 'Relaxed' };

/** The menu's line for every column: pinned ones first, and hidden ones where they would appear. */
function entriesOf<T>(table: ListTable<T>) {
  const pinned = table.getStartVisibleLeafColumns();
  const center = table.getCenterVisibleLeafColumns();
  const others = table.getAllLeafColumns().filter((column) => !pinned.includes(column));
  return [...pinned, ...others].map((column) => {
    const isPinned = pinned.includes(column);
    const region = isPinned ? pinned : center;
    const index = region.indexOf(column);
    const { header, meta } = column.columnDef;
    return {
      id: column.id,
      label: meta?.label ?? (typeof header === 'string' ? header : column.id),
      isSortable: meta?.sortKey !== undefined,
      isShown: column.getIsVisible(),
      isPinned,
      isFirst: index === 0,
      isLast: index === region.length - 1,
      toggle: () => column.toggleVisibility(),
      pin: () => column.pin(isPinned ? false : 'start'),
    };
  });
}

/** Columns of what isn’t in the rows themselves. */
const notCopied = { aml: 'AML results', booked: 'booking times' };

function notCopiedNote(entries: readonly { id: string }[]): string {
  const names = Object.entries(notCopied).flatMap(([id, name]) =>
    entries.some((entry) => entry.id === id) ? [name] : [],
  );
  return names.length === 0 ? '' : ` ${capitalize(formatList(names))} aren’t included in copies and exports.`;
}

export function ColumnsMenu<T>({ table, layout }: Props<T>) {
  const { density, change, changeDensity, isDefault, reset } = layout;
  const entries = entriesOf(table);
  return (
    <Box w={276} maw="100%">
      <Group component="fieldset" mb="md">
        <Box component="legend" mb="xs" c="dimmed" fz="xs" fw={500}>
          Density
        </Box>
        {densities.map((name) => (
          <Group component="label" gap="sm" mih={28} key={name}>
            <input
              type="radio"
              name="density"
              checked={name === density}
              onChange={() => changeDensity(name)}
            />
            {densityLabels[name]}
          </Group>
        ))}
      </Group>
      <Title order={2} mb="xs" c="dimmed" size="xs" fw={500}>
        Columns
      </Title>
      <ul>
        {entries.map(({ id, label, isSortable, isShown, isPinned, isFirst, isLast, toggle, pin }) => (
          <Group component="li" wrap="nowrap" gap={2} mih={28} key={id}>
            <Checkbox
              flex="1"
              checked={isShown}
              disabled={isShown && entries.filter((other) => other.isShown).length === 1}
              onChange={toggle}
              label={
                <>
                  {label} {isSortable && <span className={classes['sorts']}>Sortable</span>}
                </>
              }
            />
            {isShown && (
              <PlaceButtons
                label={label}
                isPinned={isPinned}
                isFirst={isFirst}
                isLast={isLast}
                onPin={pin}
                onMove={(step) => change((current) => moveColumn(current, id, step))}
              />
            )}
          </Group>
        ))}
      </ul>
      <Text my="sm" c="dimmed" size="xs">
        You can sort by columns marked “Sortable”.
        {notCopiedNote(entries)}
      </Text>
      <Button variant="subtle" size="compact-sm" disabled={isDefault} onClick={reset}>
        Reset to default
      </Button>
    </Box>
  );
}

type ButtonsProps = {
  label: string;
  isPinned: boolean;
  /** Among the columns that are pinned, or among the others. */
  isFirst: boolean;
  isLast: boolean;
  onPin: () => void;
  onMove: (step: 1 | -1) => void;
};

function PlaceButtons({ label, isPinned, isFirst, isLast, onPin, onMove }: ButtonsProps) {
  const Pin = isPinned ? IconPinFilled : IconPin;
  return (
    <>
      <IconButton aria-label={`Pin ${label}`} aria-pressed={isPinned} onClick={onPin}>
        <Pin size={14} aria-hidden />
      </IconButton>
      <IconButton aria-label={`Move ${label} up`} aria-disabled={isFirst} onClick={() => onMove(-1)}>
        <IconChevronUp size={14} aria-hidden />
      </IconButton>
      <IconButton aria-label={`Move ${label} down`} aria-disabled={isLast} onClick={() => onMove(1)}>
        <IconChevronDown size={14} aria-hidden />
      </IconButton>
    </>
  );
}
