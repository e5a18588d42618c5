import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { usePermission } from '#dashboard/session/use-permission.ts';
import { withdrawalRulesQuery } from '#dashboard/entities/settings/withdrawal-rules.queries.ts';
import classes from './address-book.module.css';
import { rulesPath } from '#dashboard/entities/address-book/book-paths.ts';

/** What the book means for withdrawals now. Silent where that cannot be read: the gateway holds to it all the same. */
export function RulesLine() {
  const mayChange = usePermission('wallets:write');
  const { search } = useLocation();
  const { data } = useQuery(withdrawalRulesQuery);
  if (data === undefined)
    return (
      <Group
        component="p"
        wrap="nowrap"
        gap="sm"
        align="stretch"
        mih={20}
        mb={-4}
        c="dimmed"
        fz="sm"
        lh="20px"
        className={classes['rules']}
        aria-hidden
      />
    );
  const { book_only: isBookOnly, cooling_off_hours: hours } = data.in_force;
  const Icon = isBookOnly ? IconLock : IconLockOpen;
  return (
    <Group
      component="p"
      wrap="nowrap"
      gap="sm"
      align="stretch"
      mih={20}
      mb={-4}
      c="dimmed"
      fz="sm"
      lh="20px"
      className={classes['rules']}
    >
      <Icon size={16} aria-hidden />
      <span>
        {isBookOnly
          ? 'The account withdraws only to these addresses'
          : 'The account withdraws to any address'}
        {isBookOnly && hours > 0 && `, once they have cooled off for ${hours} h`}.{' '}
        {mayChange.allowed && <Link to={{ pathname: rulesPath, search }}>Change</Link>}
      </span>
    </Group>
  );
}
