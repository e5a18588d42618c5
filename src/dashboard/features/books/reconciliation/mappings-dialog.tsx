import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { DataOf } from '#contract/operation.ts';
import {
  deleteReconciliationMapping,
  type listReconciliationMappings,
  renameReconciliationMapping,
} from '#contract/gateway/reconciliation-mappings.ts';
import { mappingName } from '#contract/gateway/reconciliations.ts';
import { mappedColumns } from '#domain/reconciliation/file-mapping.ts';
import { formatList } from '#domain/format.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { IconButton } from '#dashboard/ui/button.tsx';
import dialog from '#dashboard/ui/dialog.module.css';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { Modal } from '#dashboard/ui/modal.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { DeleteQuestion, NameForm } from '#dashboard/ui/row-tasks.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import task from '#dashboard/ui/task-dialog.module.css';
import classes from './mappings-dialog.module.css';
import { reconciliationQueries } from './reconciliation.queries.ts';

type Saved = DataOf<typeof listReconciliationMappings>['mappings'][number];
type Task = { kind: 'rename' | 'delete'; name: string };

/** The columns that were saved for files, to rename or delete them. */
export function MappingsDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [current, setCurrent] = useState<Task | null>(null);
  // Not the row's own: it is gone before it could say so.
  const rename = useChange(renameReconciliationMapping);
  const remove = useChange(deleteReconciliationMapping);
  const begin = (next: Task | null) => {
    rename.reset();
    remove.reset();
    setCurrent(next);
  };
  const { data, error, refetch } = useQuery(reconciliationQueries.mappings());
  return (
    <Modal aria-labelledby={id} className={task['dialog']} onCancel={onClose}>
      <header className={task['header']}>
        <h2 id={id} className={dialog['title']}>
          Saved columns
        </h2>
        <IconButton aria-label="Close" onClick={onClose}>
          <IconX size={18} aria-hidden />
        </IconButton>
      </header>
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonLines label="Loading saved columns" />}
      {data?.mappings.length === 0 && (
        <Text c="dimmed">
          None yet. When you start a reconciliation, you can save which column of the file is what.
        </Text>
      )}
      <ul className={classes['list']}>
        {data?.mappings.map((saved) => (
          <li key={saved.name}>
            <MappingRow
              saved={saved}
              task={current?.name === saved.name ? current.kind : null}
              rename={rename}
              remove={remove}
              onTask={(kind) => begin(kind && { kind, name: saved.name })}
            />
          </li>
        ))}
      </ul>
    </Modal>
  );
}

type RowProps = {
  saved: Saved;
  /** What is being done with these columns. */
  task: Task['kind'] | null;
  rename: ReturnType<typeof useChange<typeof renameReconciliationMapping>>;
  remove: ReturnType<typeof useChange<typeof deleteReconciliationMapping>>;
  onTask: (kind: Task['kind'] | null) => void;
};

function MappingRow({ saved: { name, mapping }, task: current, rename, remove, onTask }: RowProps) {
  const mayChange = usePermission(renameReconciliationMapping).allowed;
  if (current === 'rename') {
    return (
      <NameForm
        schema={mappingName}
        label={`New name of “${name}”`}
        submitLabel="Rename"
        defaultName={name}
        saving={rename}
        onCancel={() => onTask(null)}
        onSubmit={(newName) =>
          newName === name
            ? onTask(null)
            : rename.mutate({ name, new_name: newName }, { onSuccess: () => onTask(null) })
        }
      />
    );
  }
  if (current === 'delete') {
    return (
      <DeleteQuestion
        keepLabel="Keep columns"
        removing={remove}
        onKeep={() => onTask(null)}
        onDelete={() =>
          remove.mutate(
            { name },
            {
              onSuccess: () => {
                notifySuccess(`Deleted “${name}”.`);
                onTask(null);
              },
            },
          )
        }
      >
        Delete “{name}” for everyone in your account? Reconciliations that were made with these columns stay
        as they are.
      </DeleteQuestion>
    );
  }
  const columns = mappedColumns.flatMap((column) => mapping[column] ?? []);
  return (
    <Group wrap="nowrap" gap="sm" justify="space-between">
      <div className={classes['name']}>
        {name}
        <Text c="dimmed" size="xs">
          {formatList(columns)}
        </Text>
      </div>
      {mayChange && (
        <Group wrap="nowrap" gap={2} flex="none">
          <IconButton aria-label={`Rename “${name}”`} onClick={() => onTask('rename')}>
            <IconPencil size={16} stroke={1.75} aria-hidden />
          </IconButton>
          <IconButton aria-label={`Delete “${name}”`} onClick={() => onTask('delete')}>
            <IconTrash size={16} stroke={1.75} aria-hidden />
          </IconButton>
        </Group>
      )}
    </Group>
  );
}
