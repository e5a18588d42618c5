import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

/** Something to know before one relies on the numbers. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <p className={classes['notice']}>
      <IconAlertTriangle size={16} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
