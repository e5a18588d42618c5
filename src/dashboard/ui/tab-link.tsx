import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SearchChange } from '#dashboard/lib/use-change-address.ts';
import { ChangeLink } from './change-link.tsx';
import { Tooltip } from './tooltip.tsx';

type Props = {
  to: SearchChange;
  isCurrent: boolean;
  className?: string | undefined;
  /** Why it can't be opened. */
  reasonAgainst?: string | undefined;
  children: ReactNode;
};

/** A tab for one of a few views of the same page. It replaces the previous view in the history. */
export function TabLink({ to, isCurrent, className = '', reasonAgainst, children }: Props) {
  if (reasonAgainst !== undefined && !isCurrent) {
    return (
      <Tooltip label={reasonAgainst}>
        <Button className={className} variant="subtle" color="gray" aria-disabled data-disabled>
          {children}
        </Button>
      </Tooltip>
    );
  }
  return (
    <Button
      component={ChangeLink}
      to={to}
      replace
      className={className}
      {...(isCurrent ? { variant: 'light', 'aria-current': 'page' } : { variant: 'subtle', color: 'gray' })}
    >
      {children}
    </Button>
  );
}
