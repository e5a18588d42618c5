import { Group } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isCharacterKey, isTypingTarget } from '#dashboard/lib/keyboard.ts';
import { areLetterShortcutsOn } from '#dashboard/lib/shortcut-setting.ts';
import { PermittedLink } from '#dashboard/ui/permitted-link.tsx';
import { mayDelete } from './delete/may-delete.ts';
import { usePermission } from '#dashboard/session/use-permission.ts';
import { withdrawalPath } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';

type Props = { id: string; status: string | undefined; isOnTop: boolean };

/** What can be done with a request, at its own address and with a key. */
export function WithdrawalActions({ id, status, isOnTop }: Props) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const permission = mayDelete(usePermission('withdrawals:write'), status);
  const isPossible = permission.allowed && isOnTop;
  const to = { pathname: withdrawalPath(id, 'delete'), search };

  useEffect(() => {
    if (!isPossible) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented, target } = event;
      if ((key !== 'd' && key !== 'Delete') || ctrlKey || metaKey || altKey) return;
      if (defaultPrevented || isComposing || isTypingTarget(target)) return;
      if (isCharacterKey(key) && !areLetterShortcutsOn()) return;
      event.preventDefault();
      void navigate({ pathname: withdrawalPath(id, 'delete'), search });
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [id, isPossible, navigate, search]);

  return (
    <Group gap="sm" align="stretch">
      <PermittedLink
        to={to}
        permission={permission}
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        aria-keyshortcuts="d"
      >
        Delete
        <kbd>D</kbd>
      </PermittedLink>
    </Group>
  );
}
