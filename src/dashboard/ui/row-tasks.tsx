import { Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { Button } from './button.tsx';
import { FailureAlert } from './failure-alert.tsx';
import { FilterInput } from './filter-controls.tsx';

type NameFormProps = {
  /** What names must be. */
  schema: z.ZodMiniType<string>;
  label: string;
  submitLabel: string;
  defaultName?: string;
  saving: { isPending: boolean; error: Error | null };
  onSubmit: (name: string) => void;
  onCancel: () => void;
};

/** A name, ready to be written, in the row of what is named. */
export function NameForm({
  schema,
  label,
  submitLabel,
  defaultName = '',
  saving,
  onSubmit,
  onCancel,
}: NameFormProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(defaultName);
  const [complaint, setComplaint] = useState<string | null>(null);
  const refusal = saving.error instanceof ApiError ? saving.error.fields['name'] : undefined;
  const message = complaint ?? refusal;

  useEffect(() => input.current?.select(), []);

  const submit = () => {
    const read = z.safeParse(schema, name);
    setComplaint(read.success ? null : (read.error.issues[0]?.message ?? null));
    if (read.success && !saving.isPending) onSubmit(read.data);
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="xs" p="sm" bdrs={6} bg="var(--surface-raised)">
        {saving.error !== null && refusal === undefined && <FailureAlert error={saving.error} />}
        <FilterInput
          ref={input}
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          maxLength={64}
          value={name}
          aria-invalid={message !== undefined || undefined}
          aria-describedby={id}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setComplaint(null);
          }}
        />
        <Text c="var(--negative)" size="xs" id={id} hidden={message === undefined} role="alert">
          {message}
        </Text>
        <Group wrap="nowrap" gap="sm" align="stretch" justify="flex-end">
          <Button variant="default" size="compact-sm" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" size="compact-sm" loading={saving.isPending}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type DeleteQuestionProps = {
  /** What is deleted, and what stays. */
  children: ReactNode;
  keepLabel: string;
  deleteLabel?: string;
  removing: { isPending: boolean; error: Error | null };
  onKeep: () => void;
  onDelete: () => void;
};

/** Asks in the row of what would be deleted. */
export function DeleteQuestion({
  children,
  keepLabel,
  deleteLabel = 'Delete',
  removing,
  onKeep,
  onDelete,
}: DeleteQuestionProps) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <Stack gap="xs" p="sm" bdrs={6} bg="var(--surface-raised)">
      {removing.error !== null && <FailureAlert error={removing.error} />}
      <p>{children}</p>
      <Group wrap="nowrap" gap="sm" align="stretch" justify="flex-end">
        <Button ref={keep} variant="default" size="compact-sm" onClick={onKeep}>
          {keepLabel}
        </Button>
        <Button color="danger" size="compact-sm" loading={removing.isPending} onClick={onDelete}>
          {deleteLabel}
        </Button>
      </Group>
    </Stack>
  );
}
