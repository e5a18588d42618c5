import { Button, Group } from '@mantine/core';
import { Link, useLocation } from 'react-router';

/** The pages of the books, in their order. */
const tabs: readonly { path: string; label: string }[] = [
  { path: '/books', label: 'Statement' },
  { path: '/books/entries', label: 'Ledger entries' },
];

/** Leads from one page of the books to the others. */
export function BooksTabs() {
  const { pathname } = useLocation();
  return (
    <Group component="nav" gap={4} aria-label="Books">
      {tabs.map(({ path, label }) => (
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
