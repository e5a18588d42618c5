import type { MouseEvent } from 'react';
import { Link, type LinkProps, useLocation } from 'react-router';
import { type SearchChange, useChangeAddress } from '#dashboard/lib/use-change-address.ts';

/** A link that changes the search of the page, and keeps what was changed since the link was drawn. */
export function ChangeLink({ to, ...props }: Omit<LinkProps, 'to' | 'onClick'> & { to: SearchChange }) {
  const change = useChangeAddress();
  const drawn = useLocation().search;
  const onClick = (event: MouseEvent) => {
    const isForAnotherTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (isForAnotherTab || drawn === window.location.search) return;
    event.preventDefault();
    void change(to, { replace: props.replace === true });
  };
  return <Link {...props} to={to} onClick={onClick} />;
}
