import { Group, Stack, Text } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { viewName } from '#contract/gateway/views.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FilterInput } from '#dashboard/ui/filter-controls.tsx';
import classes from './saved-views-menu.module.css';

type Props = {
  label: string;
  submitLabel: string;
  defaultName?: string;
  saving: { isPending: boolean; error: Error | null };
  onSubmit: (name: string) => void;
  onCancel: () => void;
};

/** The name of a view, ready to be written. */
export function NameForm({ label, submitLabel, defaultName = '', saving, onSubmit, onCancel }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(defaultName);
  const [complaint, setComplaint] = useState<string | null>(null);
  const refusal = saving.error instanceof ApiError ? saving.error.fields['name'] : undefined;
  const message = complaint ?? refusal;

  useEffect(() => input.current?.select(), []);

  const submit = () => {
    const read = z.safeParse(viewName, name);
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
        <Text c="var(--negative)" size="xs" id={id} className={classes['complaint']} role="alert">
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
