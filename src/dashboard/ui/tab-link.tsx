import type { ReactNode } from 'react';
import type { SearchChange } from '../lib/use-change-address.ts';
import { ChangeLink } from './change-link.tsx';
import classes from './tab-link.module.css';

type Props = {
  to: SearchChange;
  isCurrent: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** One of a few views of the same page. It takes the place of the view before it in the history. */
export function TabLink({ to, isCurrent, className = '', children }: Props) {
  return (
    <ChangeLink
      to={to}
      replace
      className={`${classes['tab']} ${className}`}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </ChangeLink>
  );
}
