import { Button, Group } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useSession } from '#dashboard/session/session.queries.ts';

type Tab = {
  path: string;
  label: string;
  /** Left out in front of a remote provider, which shows its ledger to no one. */
  needsOwnLedger?: true;
};

/** The pages of the books, in their order. */
const tabs: readonly Tab[] = [
  { path: '/books', label: 'Statement' },
  { path: '/books/entries', label: 'Ledger entries', needsOwnLedger: true },
  { path: '/books/reconciliation', label: 'Reconciliation' },
  { path: '/books/periods', label: 'Closed periods', needsOwnLedger: true },
  { path: '/books/reports', label: 'Reports', needsOwnLedger: true },
  { path: '/books/files', label: 'Files' },
  { path: '/books/rates', label: 'Exchange rates' },
];

/** Leads from one page of the books to the others. */
export function BooksTabs() {
  const { pathname } = useLocation();
  const { mode } = useSession();
  return (
    <Group component="nav" gap={4} aria-label="Books">
      {tabs
        .filter(({ needsOwnLedger }) => !(needsOwnLedger && mode === 'remote'))
        .map(({ path, label }) => (
          <Button
            key={path}
            component={Link}
            to={path}
            {...(pathname === path
              ? { variant: 'light', 'aria-current': 'page' }
              : { variant: 'subtle', color: 'gray' })}
          >
            {label}
          </Button>
        ))}
    </Group>
  );
}
