import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './movement.module.css';

type Props = {
  /** What proves the number; undefined if nothing has exactly that. */
  to: string | undefined;
  children: ReactNode;
};

/** A number, linked to what proves it. */
export function NumberLink({ to, children }: Props) {
  if (to === undefined) return children;
  return (
    <Link to={to} className={classes['number']}>
      {children}
    </Link>
  );
}
