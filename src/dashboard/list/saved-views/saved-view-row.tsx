import { Group } from '@mantine/core';
import { IconCheck, IconLink, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ComponentProps, KeyboardEvent, MouseEvent } from 'react';
import { Link, type To } from 'react-router';
import { type SavedView, viewName } from '#contract/gateway/views.ts';
import { pageAccountPrefix } from '#dashboard/lib/page-account.ts';
import { IconButton } from '#dashboard/ui/button.tsx';
import { copyText } from '#dashboard/ui/copy-text.ts';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { DeleteQuestion, NameForm } from '#dashboard/ui/row-tasks.tsx';
import { type useDeleteView, useReplaceView } from './saved-views.queries.ts';
import classes from './saved-views-menu.module.css';

export type RowTask = { kind: 'rename' } | { kind: 'delete' };

type Props = {
  view: SavedView;
  to: { pathname: string; search: string } & To;
  isCurrent: boolean;
  /** What is being done with this view. */
  task: RowTask | null;
  onTask: (task: RowTask | null) => void;
  /** Not the row's own element, which is gone before it could announce the deletion. */
  remove: ReturnType<typeof useDeleteView>;
  /** Without that, the view can only be opened and its link copied. */
  mayWrite: boolean;
  onApply: () => void;
};

/** A view and its actions. F2 renames and Delete deletes, as in a list of files. */
export function SavedViewRow({ view, to, isCurrent, task, onTask, remove, mayWrite, onApply }: Props) {
  if (task?.kind === 'rename') return <RenamedRow view={view} onDone={() => onTask(null)} />;
  if (task?.kind === 'delete') return <DeletedRow view={view} remove={remove} onDone={() => onTask(null)} />;
  const keys = (event: KeyboardEvent) => {
    if (!mayWrite || (event.key !== 'F2' && event.key !== 'Delete')) return;
    event.preventDefault();
    onTask({ kind: event.key === 'F2' ? 'rename' : 'delete' });
  };
  return (
    <Group component="li" wrap="nowrap" gap={0} pos="relative" bdrs={6} className={classes['row']}>
      <ViewLink
        id={view.id}
        to={to}
        isCurrent={isCurrent}
        onApply={onApply}
        onKeyDown={keys}
        {...(mayWrite && { 'aria-keyshortcuts': 'F2 Delete' })}
      >
        {view.name}
      </ViewLink>
      {view.created_by !== null && <span className={classes['by']}>{view.created_by}</span>}
      <Group
        component="span"
        wrap="nowrap"
        gap={2}
        align="stretch"
        flex="none"
        pr={2}
        className={classes['tools']}
      >
        <IconButton
          aria-label={`Copy a link to “${view.name}”`}
          onClick={() => void copyLink(to.pathname, view.search)}
        >
          <IconLink size={16} stroke={1.75} aria-hidden />
        </IconButton>
        {mayWrite && (
          <>
            <IconButton aria-label={`Rename “${view.name}”`} onClick={() => onTask({ kind: 'rename' })}>
              <IconPencil size={16} stroke={1.75} aria-hidden />
            </IconButton>
            <IconButton aria-label={`Delete “${view.name}”`} onClick={() => onTask({ kind: 'delete' })}>
              <IconTrash size={16} stroke={1.75} aria-hidden />
            </IconButton>
          </>
        )}
      </Group>
    </Group>
  );
}

type TaskProps = { view: SavedView; onDone: () => void };

function RenamedRow({ view, onDone }: TaskProps) {
  const replace = useReplaceView();
  const { id, version, search } = view;
  return (
    <li>
      <NameForm
        schema={viewName}
        label={`New name of “${view.name}”`}
        submitLabel="Rename"
        defaultName={view.name}
        saving={replace}
        onCancel={onDone}
        onSubmit={(name) => replace.mutate({ id, version, search, name }, { onSuccess: onDone })}
      />
    </li>
  );
}

function DeletedRow({ view, remove, onDone }: TaskProps & { remove: ReturnType<typeof useDeleteView> }) {
  const { id, version, name } = view;
  return (
    <li>
      <DeleteQuestion
        keepLabel="Keep view"
        removing={remove}
        onKeep={onDone}
        onDelete={() =>
          remove.mutate(
            { id, version },
            {
              onSuccess: () => {
                notifySuccess(`Deleted “${name}”.`);
                onDone();
              },
            },
          )
        }
      >
        Delete “{name}” for everyone in your account? The list stays as it is.
      </DeleteQuestion>
    </li>
  );
}

type ViewLinkProps = Omit<ComponentProps<typeof Link>, 'to' | 'id'> & {
  /** The view's id; empty for the whole list. */
  id: string;
  to: To;
  isCurrent: boolean;
  onApply: () => void;
};

/** A view as a link, so that it opens in a new tab as well; a plain click applies it where one is. */
export function ViewLink({ id, to, isCurrent, onApply, children, ...link }: ViewLinkProps) {
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

/** Copies the whole address of a view, to be sent to a colleague, and says so. False when the browser refuses. */
export function copyLink(pathname: string, search: string): Promise<boolean> {
  const address = new URL(
    pageAccountPrefix() + (search === '' ? pathname : `${pathname}?${search}`),
    window.location.origin,
  );
  return copyText(address.href, 'Link copied.');
}
