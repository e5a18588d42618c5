import { Group, Stack } from '@mantine/core';
import { IconLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { To } from 'react-router';
import type { SavedView } from '#contract/gateway/views.ts';
import { Button, IconButton } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { notifySuccess } from '#dashboard/ui/notify.ts';
import { copyLink } from './copy-link.ts';
import { NameForm } from './name-form.tsx';
import { type useDeleteView, useReplaceView } from './saved-views.queries.ts';
import classes from './saved-views-menu.module.css';
import { ViewLink } from './view-link.tsx';

export type RowTask = { kind: 'rename' } | { kind: 'delete' };

type Props = {
  view: SavedView;
  to: { pathname: string; search: string } & To;
  isCurrent: boolean;
  /** What is being done with this view. */
  task: RowTask | null;
  onTask: (task: RowTask | null) => void;
  /** Not the row's own, which is gone before it could say that it was deleted. */
  remove: ReturnType<typeof useDeleteView>;
  onApply: () => void;
};

/** One view, and what can be done with it. F2 renames and Delete deletes, as in a list of files. */
export function SavedViewRow({ view, to, isCurrent, task, onTask, remove, onApply }: Props) {
  if (task?.kind === 'rename') return <RenamedRow view={view} onDone={() => onTask(null)} />;
  if (task?.kind === 'delete') return <DeletedRow view={view} remove={remove} onDone={() => onTask(null)} />;
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'F2' && event.key !== 'Delete') return;
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
        aria-keyshortcuts="F2 Delete"
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
        <IconButton aria-label={`Rename “${view.name}”`} onClick={() => onTask({ kind: 'rename' })}>
          <IconPencil size={16} stroke={1.75} aria-hidden />
        </IconButton>
        <IconButton aria-label={`Delete “${view.name}”`} onClick={() => onTask({ kind: 'delete' })}>
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </IconButton>
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
  const keep = useRef<HTMLButtonElement>(null);
  const { id, version, name } = view;
  useEffect(() => keep.current?.focus(), []);
  return (
    <Stack component="li" gap="xs" p="sm" bdrs={6} bg="var(--surface-raised)">
      {remove.error !== null && <FailureAlert error={remove.error} />}
      <p>Delete “{name}” for everybody in your account? What the list shows does not change.</p>
      <Group wrap="nowrap" gap="sm" align="stretch" justify="flex-end">
        <Button ref={keep} variant="default" size="compact-sm" onClick={onDone}>
          Keep it
        </Button>
        <Button
          color="danger"
          size="compact-sm"
          loading={remove.isPending}
          onClick={() =>
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
          Delete
        </Button>
      </Group>
    </Stack>
  );
}
