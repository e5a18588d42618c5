import { Group } from '@mantine/core';
import type { Blocker } from 'react-router';
import type { PermissionAnswer } from '#dashboard/session/session.queries.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { DiscardQuestion } from '#dashboard/ui/leave-question.tsx';
import { Tooltip } from '#dashboard/ui/tooltip.tsx';

type Props = {
  /** The guard against leaving with unsaved changes: its question takes the buttons' place. */
  guard: Blocker;
  mayChange: PermissionAnswer;
  isSaving: boolean;
  isDirty: boolean;
  onUndo: () => void;
  onRestore: () => void;
};

/** The buttons at the end of a setting's form. */
export function SettingFooter({ guard, mayChange, isSaving, isDirty, onUndo, onRestore }: Props) {
  if (guard.state === 'blocked') return <DiscardQuestion guard={guard} />;
  return (
    <Group component="footer" gap="xs">
      <Tooltip label={mayChange.reason} disabled={mayChange.allowed}>
        <Button type="submit" loading={isSaving} aria-disabled={!mayChange.allowed || undefined}>
          Save
        </Button>
      </Tooltip>
      {mayChange.allowed && isDirty && (
        <Button variant="default" onClick={onUndo}>
          Undo changes
        </Button>
      )}
      {mayChange.allowed && (
        <Button variant="subtle" onClick={onRestore}>
          Restore defaults
        </Button>
      )}
    </Group>
  );
}
