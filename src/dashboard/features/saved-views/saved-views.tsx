import { useQuery } from '@tanstack/react-query';
import { IconChevronDown } from '@tabler/icons-react';
import { type ToggleEvent, useId, useRef, useState } from 'react';
import { FailureAlert } from '../../ui/failure-alert.tsx';
import { savedViewQueries } from './saved-views.queries.ts';
import classes from './saved-views.module.css';

type Props = {
  /** Which list they are views of, for instance `transactions`. */
  list: string;
  /** What the list shows without filters, for instance “All transactions”. */
  allLabel: string;
  /** The query text of the view that is shown, without `?`, page and pin; empty for the whole list. */
  search: string;
  onApply: (search: string) => void;
};

/**
 * The view of a list that is shown, and behind it those that the account keeps under a name. A view is the shown
 * one when its search is the list's; one that was left by a change of filters stays named beside it.
 */
export function SavedViews({ list, allLabel, search, onApply }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const views = useQuery({ ...savedViewQueries.list(list), enabled: isOpen || search !== '' });
  const menu = useQuery({
    queryKey: ['code', 'saved-views-menu'],
    queryFn: () => import('./saved-views-menu.tsx'),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    enabled: isOpen,
  });

  const shown = views.data?.find((view) => view.search === search);
  const [startedFrom, setStartedFrom] = useState<string | null>(null);
  const nextStart = search === '' ? null : (shown?.id ?? startedFrom);
  // Remembered while filters change, to tell which view they were changed from.
  if (nextStart !== startedFrom) setStartedFrom(nextStart);
  const changedFrom = shown === undefined ? views.data?.find((view) => view.id === startedFrom) : undefined;

  const isKnown = search === '' || !views.isPending;
  const name = search === '' ? allLabel : (shown?.name ?? changedFrom?.name ?? 'Unsaved view');
  const label = changedFrom === undefined ? name : `${name} · changed`;
  const place = ({ newState }: ToggleEvent) => {
    if (newState === 'open' && button.current !== null && panel.current !== null) {
      placeBelow(panel.current, button.current.getBoundingClientRect());
    }
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes['button']}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-label={isKnown ? `Saved views: ${label}` : 'Saved views'}
      >
        {isKnown ? (
          <>
            <span className={classes['name']}>{name}</span>
            {changedFrom !== undefined && <span className={classes['changed']}> · changed</span>}
          </>
        ) : (
          <span className={classes['unknown']} />
        )}
        <IconChevronDown size={16} aria-hidden className={classes['chevron']} />
      </button>
      <dialog
        ref={panel}
        id={id}
        popover="auto"
        aria-label="Saved views"
        className={classes['panel']}
        onBeforeToggle={place}
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        {isOpen && menu.isError && <FailureAlert error={menu.error} onRetry={() => void menu.refetch()} />}
        {isOpen && menu.data !== undefined && (
          <menu.data.SavedViewsMenu
            list={list}
            allLabel={allLabel}
            search={search}
            changedFrom={changedFrom}
            onApply={onApply}
            onClose={() => panel.current?.hidePopover()}
          />
        )}
      </dialog>
    </>
  );
}

const gap = 4;
const margin = 16;

/** Under the button and within the window. */
function placeBelow(panel: HTMLElement, target: DOMRect): void {
  const width = Math.min(360, window.innerWidth - 2 * margin);
  const top = target.bottom + gap;
  panel.style.width = `${width}px`;
  panel.style.top = `${top}px`;
  panel.style.left = `${Math.max(margin, Math.min(target.left, window.innerWidth - width - margin))}px`;
  panel.style.maxHeight = `${Math.max(200, window.innerHeight - top - margin)}px`;
}
