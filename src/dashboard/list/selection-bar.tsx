import { formatCount } from '#domain/format.ts';
import { Group, Text } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';
import type { IconProps } from '@tabler/icons-react';
import type { Permission } from '#contract/permissions.ts';
import type { WalletServiceOperationId } from '#contract/wallet-service/unsupported.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { notifyFailure } from '#dashboard/ui/notify.tsx';
import { Tooltip } from '#dashboard/ui/tooltip.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { type CopiedRow, copyFormats, copyRows, formatLabels } from './copy-rows.ts';
import classes from './list-bars.module.css';

type Props = {
  /** The selected rows, in the order of the list. */
  rows: readonly CopiedRow[];
  onClear: () => void;
  /** What else the list offers for them. */
  children?: ReactNode;
};

/** The actions on the selected rows. */
export function SelectionBar({ rows, onClear, children }: Props) {
  if (rows.length === 0) return null;
  return (
    <Group
      component="section"
      gap="sm"
      flex="none"
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

export type BulkActionProps = {
  /** The selected rows, in the order of the list. */
  ids: readonly string[];
  /** Shows the list as it is now. */
  refresh: () => Promise<void>;
  onClose: () => void;
};

/** What can be done with many rows of a list at once. At module scope. */
export type BulkAction = {
  label: string;
  icon: ComponentType<IconProps>;
  permission: Permission;
  /** The operation that it repeats for each row, which a provider may not have. */
  needs?: WalletServiceOperationId;
  /** The dialog that confirms and runs the action, loaded on demand. */
  load: () => Promise<ComponentType<BulkActionProps>>;
};

/** The dialog about selected rows. It outlives the bar that it was opened from, which goes with the rows. */
export function useBulkAction(refresh: () => Promise<void>) {
  const [open, setOpen] = useState<{ Dialog: ComponentType<BulkActionProps>; ids: readonly string[] }>();
  const begin = async (action: BulkAction, ids: readonly string[]) => {
    try {
      const Dialog = await action.load();
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

type ButtonProps = { action: BulkAction; onClick: () => void };

/** Offers an action for the selected rows. Forbidden, it says why when hovered or focused. */
export function BulkActionButton({ action: { label, icon: Icon, permission, needs }, onClick }: ButtonProps) {
  const answer = usePermission(permission, { needs });
  const look = {
    variant: 'default',
    size: 'compact-sm',
    leftSection: <Icon size={14} aria-hidden />,
    children: label,
  } as const;
  if (answer.allowed) return <Button {...look} aria-haspopup="dialog" onClick={onClick} />;
  if (answer.isUnsupported === true) return null;
  return (
    <Tooltip label={answer.reason}>
      <Button {...look} aria-disabled />
    </Tooltip>
  );
}
