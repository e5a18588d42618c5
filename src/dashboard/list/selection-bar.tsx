import { formatCount } from '#domain/format.ts';
import { Group, Text } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';
import { IconTrash } from '@tabler/icons-react';
import type { Permission } from '#contract/permissions.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { notifyFailure } from '#dashboard/ui/notify.ts';
import { Tooltip } from '#dashboard/ui/tooltip.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { type CopiedRow, copyFormats, copyRows, formatLabels } from './copy-rows.ts';
import classes from './list-bars.module.css';

type Props = {
  /** The marked rows, in the order of the list. */
  rows: readonly CopiedRow[];
  onClear: () => void;
  /** What else the list offers for them. */
  children?: ReactNode;
};

/** What can be done with the rows that are marked. */
export function SelectionBar({ rows, onClear, children }: Props) {
  if (rows.length === 0) return null;
  return (
    <Group
      component="section"
      gap="sm"
      flex="none"
      mih={36}
      fz="sm"
      className={classes['selection']}
      aria-label="Selected rows"
    >
      <output>{formatCount(rows.length, 'row')} selected</output>
      <Text span c="dimmed" inherit>
        Copy as
      </Text>
      {copyFormats.map((format) => (
        <Button key={format} variant="default" size="compact-sm" onClick={() => void copyRows(rows, format)}>
          {formatLabels[format]}
        </Button>
      ))}
      {children}
      <Button variant="subtle" size="compact-sm" onClick={onClear}>
        Clear
      </Button>
    </Group>
  );
}

export type DeletionProps = {
  /** The marked rows, in the order of the list. */
  ids: readonly string[];
  /** Shows the list as it is now. */
  refresh: () => Promise<void>;
  onClose: () => void;
};

/** Rows of a list that can be deleted together. At module scope. */
export type Deletion = {
  permission: Permission;
  /** The dialog that asks and deletes, loaded when it is wanted. */
  load: () => Promise<ComponentType<DeletionProps>>;
};

/** The dialog about marked rows. It outlives the bar that it was opened from, which goes with the rows. */
export function useDeletion(deletion: Deletion | undefined, refresh: () => Promise<void>) {
  const [open, setOpen] = useState<{ Dialog: ComponentType<DeletionProps>; ids: readonly string[] }>();
  const begin = async (ids: readonly string[]) => {
    if (deletion === undefined) return;
    try {
      const Dialog = await deletion.load();
      setOpen({ Dialog, ids });
    } catch (error) {
      notifyFailure('This couldn’t be opened', error instanceof Error ? error : new Error(String(error)));
    }
  };
  return {
    begin,
    dialog: open && <open.Dialog ids={open.ids} refresh={refresh} onClose={() => setOpen(undefined)} />,
  };
}

type UseDeletionProps = { permission: Permission; onDelete: () => void };

/** Offers to delete the rows that are marked. Forbidden, it says why when hovered or focused. */
export function DeleteSelected({ permission, onDelete }: UseDeletionProps) {
  const answer = usePermission(permission);
  const look = {
    variant: 'default',
    size: 'compact-sm',
    leftSection: <IconTrash size={14} aria-hidden />,
    children: 'Delete',
  } as const;
  if (answer.allowed) return <Button {...look} aria-haspopup="dialog" onClick={onDelete} />;
  return (
    <Tooltip label={answer.reason}>
      <Button {...look} aria-disabled />
    </Tooltip>
  );
}
