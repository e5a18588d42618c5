import { Checkbox, Stack } from '@mantine/core';
import { useController, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { builtInRoleIds, builtInRoles } from '#contract/roles.ts';

type Props<In extends FieldValues, Out> = {
  control: Control<In, unknown, Out>;
  name: FieldPathByValue<In, string[]>;
};

/** The roles of a user: together they say what the user may do. */
export function RolesField<In extends FieldValues, Out>({ control, name }: Props<In, Out>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Checkbox.Group
      label="Roles"
      description="A user with several roles may do all that they allow."
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error?.message}
    >
      <Stack gap="sm" pt="xs">
        {builtInRoleIds.map((id) => (
          <Checkbox
            key={id}
            value={id}
            label={builtInRoles[id].label}
            description={builtInRoles[id].description}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
