import { Stack } from '@mantine/core';
import { useLocation } from 'react-router';
import { urlInAccount } from '#dashboard/lib/page-account.ts';
import { useSession } from '#dashboard/session/session.queries.ts';
import { Choice } from '#dashboard/ui/choice.tsx';
import { closePanel, stepFocus } from '#dashboard/ui/panel-focus.ts';
import classes from './zone-panel.module.css';

/** The accounts of the user: each opens the page of the same kind in that account, as a document of its own. */
export function AccountsPanel() {
  const { account_id: current, accounts } = useSession();
  const [, page = ''] = useLocation().pathname.split('/');
  return (
    // Only moves the focus between the controls within.
    <Stack
      component="ul"
      gap={0}
      fw={400}
      className={classes['panel']}
      onKeyDown={(event) => stepFocus(event, 'button')}
    >
      {accounts.map(({ id, name }) => (
        <li key={id}>
          <Choice
            isChosen={id === current}
            takesFocus={id === current}
            onClick={({ currentTarget }) => {
              closePanel(currentTarget);
              if (id !== current) window.location.assign(urlInAccount(id, `/${page}`));
            }}
          >
            {name ?? id}
          </Choice>
        </li>
      ))}
    </Stack>
  );
}
