import { type ReactNode, useId } from 'react';
import classes from './overview.module.css';

type Props = {
  title: string;
  /** Beside the title. */
  controls?: ReactNode;
  /** As wide as the page, whatever the window. */
  wide?: boolean;
  children: ReactNode;
};

/** A part of the overview. Each is read, and fails, by itself. */
export function OverviewPanel({ title, controls, wide = false, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes['panel']} data-wide={wide || undefined}>
      <header className={classes['header']}>
        <h2 id={id} className={classes['heading']}>
          {title}
        </h2>
        {controls}
      </header>
      {children}
    </section>
  );
}
