import { Text, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChevronDown } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';
import { savedViewQueries } from './saved-views.queries.ts';
import classes from './saved-views.module.css';
import { isShown } from './view-search.ts';

const SavedViewsMenu = lazy(async () => ({
  default: (await import('./saved-views-menu.tsx')).SavedViewsMenu,
}));

type Props = {
  /** Which list they are views of, for instance `transactions`. */
  list: string;
  /** What the list shows without filters, for instance “All transactions”. */
  allLabel: string;
  /** What `viewOf` gives for the list's address. */
  search: string;
  onApply: (search: string) => void;
};

/**
 * The view of a list that is shown, and behind it those that the account keeps under a name. A view is the shown
 * one when its search is the list's; one that was left by a change of filters stays named beside it.
 */
export function SavedViews({ list, allLabel, search, onApply }: Props) {
  const { data: views, isPending } = useQuery({ ...savedViewQueries.list(list), enabled: search !== '' });
  const isAll = isShown('', search);
  const shown =
    views?.find((view) => view.search === search) ?? views?.find((view) => isShown(view.search, search));

  const [startedFrom, setStartedFrom] = useState<string | null>(null);
  const nextStart = shown?.id ?? (isAll ? null : startedFrom);
  // Remembered while filters change, to tell which view they were changed from.
  if (nextStart !== startedFrom) setStartedFrom(nextStart);
  const changedFrom = shown === undefined ? views?.find((view) => view.id === startedFrom) : undefined;

  const isKnown = isAll || !isPending;
  const name = shown?.name ?? (isAll ? allLabel : (changedFrom?.name ?? 'Unsaved view'));
  return (
    <PopoverButton
      panelLabel="Saved views"
      aria-label={isKnown ? `Saved views: ${name}${changedFrom ? ' · changed' : ''}` : 'Saved views'}
      rightSection={<IconChevronDown size={16} aria-hidden className={classes['chevron']} />}
      text={
        isKnown ? (
          <>
            <span className={classes['name']}>{name}</span>
            {changedFrom !== undefined && (
              <Text span c="dimmed" fw={400} inherit className={classes['changed']}>
                · changed
              </Text>
            )}
          </>
        ) : (
          <Skeleton w={88} h={10} />
        )
      }
    >
      <SavedViewsMenu
        {...{ list, allLabel, search, onApply, changedFrom }}
        shownId={shown?.id ?? (isAll ? '' : undefined)}
      />
    </PopoverButton>
  );
}
