import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** A list of what is known: names at the left, values at the right. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes['facts']}>{children}</dl>;
}

type FactProps = {
  name: string;
  /** What the value means. */
  note?: ReactNode;
  children: ReactNode;
};

export function Fact({ name, note, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}
        {Boolean(note) && <p className={classes['note']}>{note}</p>}
      </dd>
    </div>
  );
}
