import { Checkbox, Stack } from '@mantine/core';
import { useController, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#domain/format.ts';
import { rolesQuery } from '#dashboard/entities/roles/roles.queries.ts';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';

type Props<In extends FieldValues, Out> = {
  control: Control<In, unknown, Out>;
  name: FieldPathByValue<In, string[]>;
  /** Why the roles can't be changed here. */
  lockedBecause?: string | undefined;
};

/** The roles of a user: together they say what the user may do. */
export function RolesField<In extends FieldValues, Out>({ control, name, lockedBecause }: Props<In, Out>) {
  const { field, fieldState } = useController({ control, name });
  const { data, error, refetch } = useQuery(rolesQuery);
  return (
    <Checkbox.Group
      label="Roles"
      description={lockedBecause ?? 'A user can do everything that any of these roles allows.'}
      value={field.value}
      onChange={field.onChange}
      disabled={lockedBecause !== undefined}
      error={fieldState.error?.message}
    >
      <Stack gap="sm" pt="xs">
        {data === undefined && error === null && <SkeletonLines label="Loading roles" />}
        {data === undefined && error !== null && (
          <FailureAlert error={error} onRetry={() => void refetch()} />
        )}
        {data?.roles.map(({ id, name: label, description, permissions }, index) => (
          <Checkbox
            key={id}
            {...(index === 0 && { ref: field.ref })}
            size="sm"
            value={id}
            label={label}
            description={description ?? `Custom role with ${formatCount(permissions.length, 'permission')}`}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
