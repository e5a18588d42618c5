import { type ReactNode, useEffect } from 'react';
import classes from './page.module.css';

type Props = {
  title: string;
  /** Beside the title: what one can do here. */
  actions?: ReactNode;
  /** Takes the height of the window, so that a table scrolls within the page and its header stays. */
  fill?: boolean;
  /** On a phone the actions have a line of their own. */
  hasManyActions?: boolean;
  children: ReactNode;
};

/** A page of the shell: its heading, its actions and its content. Also names the browser's tab. */
export function Page({ title, actions, fill = false, hasManyActions = false, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Wallet Console`;
  }, [title]);

  return (
    <div className={classes['page']} data-fill={fill || undefined}>
      <header className={classes['header']} data-wraps={hasManyActions || undefined}>
        <h1>{title}</h1>
        {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
