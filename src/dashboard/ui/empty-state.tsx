import type { ReactNode } from 'react';
import classes from './state.module.css';

type Props = {
  icon?: ReactNode;
  title: string;
  /** What it means and what to do next. */
  children?: ReactNode;
  action?: ReactNode;
};

/** Nothing to show, and why, and what to do next. */
export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <div className={classes['state']}>
      {icon !== undefined && (
        <span className={classes['icon']} aria-hidden>
          {icon}
        </span>
      )}
      <h2 className={classes['title']}>{title}</h2>
      {children !== undefined && <div className={classes['text']}>{children}</div>}
      {action}
    </div>
  );
}
