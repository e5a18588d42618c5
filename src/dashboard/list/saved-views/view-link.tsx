import { IconCheck } from '@tabler/icons-react';
import type { ComponentProps, MouseEvent } from 'react';
import { Link, type To } from 'react-router';
import classes from './saved-views-menu.module.css';

type Props = Omit<ComponentProps<typeof Link>, 'to' | 'id'> & {
  /** The view's id; empty for the whole list. */
  id: string;
  to: To;
  isCurrent: boolean;
  onApply: () => void;
};

/** A view as a link, so that it opens in a new tab as well; a plain click applies it where one is. */
export function ViewLink({ id, to, isCurrent, onApply, children, ...link }: Props) {
  const click = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onApply();
  };
  return (
    <Link
      {...link}
      to={to}
      data-view={id}
      className={classes['view']}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={click}
    >
      <IconCheck size={16} aria-hidden className={classes['check']} />
      <span className={classes['name']}>{children}</span>
    </Link>
  );
}
