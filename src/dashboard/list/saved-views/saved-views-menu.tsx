import { Box, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconBookmarkPlus, IconDeviceFloppy, IconLink } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useResolvedPath } from 'react-router';
import { type SavedView, viewName } from '#contract/gateway/views.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FilterInput } from '#dashboard/ui/filter-controls.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { closePanel } from '#dashboard/ui/panel-focus.ts';
import { NameForm } from '#dashboard/ui/row-tasks.tsx';
import { copyLink, type RowTask, SavedViewRow, ViewLink } from './saved-view-row.tsx';
import { savedViewQueries, useCreateView, useDeleteView, useReplaceView } from './saved-views.queries.ts';
import choice from '#dashboard/ui/choice.module.css';
import classes from './saved-views-menu.module.css';

type SavedViewsMenuProps = {
  list: string;
  allLabel: string;
  search: string;
  /** The view that the shown one was made from by changing filters. */
  changedFrom: SavedView | undefined;
  /** The id of the view on screen; empty for the whole list. */
  shownId: string | undefined;
  onApply: (search: string) => void;
};

/** If there are more views than fit at a glance, the user types a part of the name. */
const manyViews = 8;

/** What is done in the menu: a name for a new view, or something with one of the views. */
type Task = { kind: 'name' } | (RowTask & { id: string }) | null;

export function SavedViewsMenu(props: SavedViewsMenuProps) {
  const { list, allLabel, search, changedFrom, shownId, onApply } = props;
  const root = useRef<HTMLDivElement>(null);
  const views = useQuery(savedViewQueries.list(list));
  const create = useCreateView();
  const replace = useReplaceView();
  const remove = useDeleteView();
  const { pathname } = useResolvedPath('.');
  const mayWrite = usePermission('views:write');
  const [part, setPart] = useState('');
  const [task, setTask] = useState<Task>(null);

  const all = views.data ?? [];
  const found = all.filter(({ name }) => name.toLowerCase().includes(part.trim().toLowerCase()));
  const isSaved = all.some((view) => view.search === search);
  const close = () => closePanel(root.current);
  const apply = (chosen: string) => {
    close();
    onApply(chosen);
  };

  const isRead = !views.isPending;
  useEffect(() => {
    // The views are there a moment after the menu: the first key must go to them.
    const links = root.current?.querySelectorAll<HTMLElement>('[data-view]') ?? [];
    const start = [...links].find((link) => link.ariaCurrent === 'true') ?? links[0];
    if (isRead) start?.focus();
  }, [isRead]);

  const begin = (next: NonNullable<Task>) => {
    create.reset();
    remove.reset();
    setTask(next);
  };

  /** Ends the current action and returns the focus to where it started, or to where work can continue. */
  const endTask = (viewId = task !== null && 'id' in task ? task.id : undefined) => {
    flushSync(() => setTask(null));
    const selector = viewId === undefined ? '[data-save]' : `[data-view="${viewId}"]`;
    const target = root.current?.querySelector<HTMLElement>(selector);
    (target ?? root.current?.querySelector<HTMLElement>('[data-view]'))?.focus();
  };

  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || task === null) return moveFocus(event);
    // Leaves what is being done, and not the menu.
    event.preventDefault();
    return endTask();
  };

  return (
    // This only handles events that bubble up from the links and buttons within.
    <Box w="min(348px, calc(100vw - 30px))" m={-6} ref={root} onKeyDown={keys}>
      {views.error !== null && <FailureAlert error={views.error} onRetry={() => void views.refetch()} />}
      {all.length > manyViews && (
        <FilterInput
          type="search"
          aria-label="Find a saved view"
          placeholder="Find a saved view"
          className={classes['find'] ?? ''}
          value={part}
          onChange={(event) => setPart(event.currentTarget.value)}
        />
      )}
      <Stack component="ul" gap={1}>
        {part === '' && (
          <Group component="li" wrap="nowrap" gap={0} pos="relative" bdrs={6} className={classes['row']}>
            <ViewLink
              id=""
              to={{ pathname, search: '' }}
              isCurrent={shownId === ''}
              onApply={() => apply('')}
            >
              {allLabel}
            </ViewLink>
          </Group>
        )}
        {found.map((view) => (
          <SavedViewRow
            key={view.id}
            view={view}
            to={{ pathname, search: `?${view.search}` }}
            isCurrent={view.id === shownId}
            task={task !== null && 'id' in task && task.id === view.id ? task : null}
            onTask={(next) => (next === null ? endTask(view.id) : begin({ ...next, id: view.id }))}
            remove={remove}
            mayWrite={mayWrite.allowed}
            onApply={() => apply(view.search)}
          />
        ))}
      </Stack>
      {views.isPending && (
        <Text pt="xs" pb={10} px="sm" c="dimmed" inherit>
          Loading saved views…
        </Text>
      )}
      {views.isSuccess && all.length === 0 && (
        <Text pt="xs" pb={10} px="sm" c="dimmed" inherit>
          No saved views yet.{' '}
          {mayWrite.allowed && 'Choose what is shown, then save it here for everyone in your account.'}
        </Text>
      )}
      {part !== '' && found.length === 0 && (
        <Text pt="xs" pb={10} px="sm" c="dimmed" inherit>
          No views match.
        </Text>
      )}

      <div className={classes['actions']}>
        {replace.error !== null && <FailureAlert error={replace.error} />}
        {mayWrite.allowed && changedFrom !== undefined && task?.kind !== 'name' && (
          <button
            type="button"
            className={choice['choice']}
            aria-busy={replace.isPending || undefined}
            onClick={() => {
              const { id, version, name } = changedFrom;
              if (replace.isPending) return;
              replace.mutate(
                { id, version, name, search },
                {
                  onSuccess: () => {
                    notifySuccess(`Updated “${name}”.`);
                    close();
                  },
                },
              );
            }}
          >
            <IconDeviceFloppy size={16} stroke={1.75} aria-hidden />
            Save changes to “{changedFrom.name}”
          </button>
        )}
        {task?.kind === 'name' ? (
          <NameForm
            schema={viewName}
            label="View name"
            submitLabel="Save"
            saving={create}
            onCancel={() => endTask()}
            onSubmit={(name) =>
              create.mutate(
                { list, name, search },
                {
                  onSuccess: () => {
                    notifySuccess(`Saved “${name}”.`);
                    close();
                  },
                },
              )
            }
          />
        ) : (
          <>
            {!mayWrite.allowed && search !== '' && isRead && !isSaved && (
              <Text px="sm" py="xs" c="dimmed" size="sm">
                {mayWrite.reason}
              </Text>
            )}
            {mayWrite.allowed && search !== '' && isRead && !isSaved && (
              <button
                type="button"
                data-save
                className={choice['choice']}
                onClick={() => begin({ kind: 'name' })}
              >
                <IconBookmarkPlus size={16} stroke={1.75} aria-hidden />
                Save as new view
              </button>
            )}
            <button
              type="button"
              className={choice['choice']}
              onClick={() => void copyLink(pathname, search).then((isCopied) => isCopied && close())}
            >
              <IconLink size={16} stroke={1.75} aria-hidden />
              Copy link to this view
            </button>
          </>
        )}
      </div>
    </Box>
  );
}

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
};

/** Moves from view to view with the arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-view]')];
  const at = links.findIndex((link) => link.parentElement?.contains(document.activeElement));
  // In a text field the arrow keys stay its own, except down from the search.
  const isWriting =
    event.target instanceof HTMLInputElement && (event.target.type !== 'search' || event.key !== 'ArrowDown');
  if (step === undefined || isWriting) return;
  event.preventDefault();
  links[step(at, links.length - 1)]?.focus();
}
