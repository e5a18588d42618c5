import { Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { lazy } from 'react';
import { useAccountName, useSession } from '#dashboard/session/session.queries.ts';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';
import classes from './zone-switch.module.css';

const AccountsPanel = lazy(async () => ({ default: (await import('./accounts-panel.tsx')).AccountsPanel }));

/** Names the page's account. Users of several accounts can open the others. */
export function AccountSwitch() {
  const { account_id: id, accounts } = useSession();
  const name = useAccountName();
  if (accounts.length < 2) {
    return (
      <Text span inherit {...(name === id && { ff: 'monospace' })}>
        {name}
      </Text>
    );
  }
  return (
    <PopoverButton
      variant="subtle"
      size="compact-sm"
      className={classes['switch'] ?? ''}
      aria-label={`Account ${name}`}
      panelLabel="Accounts"
      rightSection={<IconChevronDown size={14} aria-hidden />}
      text={<span className={classes['name']}>{name}</span>}
    >
      <AccountsPanel />
    </PopoverButton>
  );
}
