import { Text } from '@mantine/core';
import { lazy } from 'react';
import { useSession } from '#dashboard/session/session.queries.ts';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';
import classes from './zone-switch.module.css';

const AccountsPanel = lazy(async () => ({ default: (await import('./accounts-panel.tsx')).AccountsPanel }));

/** Names the account that the page is in. Whoever has several can open the others. */
export function AccountSwitch() {
  const { account_id: id, accounts } = useSession();
  const given = accounts.find((each) => each.id === id)?.name ?? null;
  if (accounts.length < 2) {
    return (
      given ?? (
        <Text span inherit ff="monospace">
          {id}
        </Text>
      )
    );
  }
  const name = given ?? id;
  return (
    <PopoverButton
      variant="subtle"
      size="compact-sm"
      className={classes['switch'] ?? ''}
      aria-label={`Account ${name}`}
      panelLabel="Accounts"
      text={<span className={classes['name']}>{name}</span>}
    >
      <AccountsPanel />
    </PopoverButton>
  );
}
