import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './import-list.module.css';

type Props = { to: string; externalId: string; children?: ReactNode };

/** Leads to a request by its external id, beside this page, which shows what came of the other rows. */
export function RequestLink({ to, externalId, children }: Props) {
  return (
    <>
      {children}
      <Link to={to} target="_blank" className={classes['request']}>
        {externalId}
      </Link>
    </>
  );
}
