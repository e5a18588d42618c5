import { Checkbox, Stack } from '@mantine/core';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { isPermitted } from '#contract/gateway/sessions.ts';
import type { RolePermission } from '#contract/permissions.ts';
import { useSession } from '#dashboard/session/session.queries.ts';
import { type PermissionItem, permissionGroups } from './permission-groups.ts';
import classes from './roles.module.css';

type Props<In extends FieldValues, Out> = {
  control: Control<In, unknown, Out>;
  name: FieldPathByValue<In, RolePermission[]>;
};

/** What a role allows. Nobody can choose what their own role lacks. */
export function PermissionsField<In extends FieldValues, Out>({ control, name }: Props<In, Out>) {
  const { field, fieldState } = useController({ control, name });
  const session = useSession();
  return (
    <Checkbox.Group
      label="Permissions"
      // The field is long: at its end, nobody would see what is wrong.
      inputWrapperOrder={['label', 'error', 'input']}
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error?.message}
    >
      <Stack gap="lg" pt="sm">
        {permissionGroups.map(({ title, items }) => (
          <Stack component="fieldset" key={title} gap="sm" className={classes['fields']}>
            <legend>{title}</legend>
            {items.map((item) => {
              const isHeld = isPermitted(session, item.permission);
              return (
                <Checkbox
                  key={item.permission}
                  value={item.permission}
                  label={item.label}
                  description={descriptionOf(item, isHeld)}
                  disabled={!isHeld}
                />
              );
            })}
          </Stack>
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function descriptionOf({ permission, besides }: PermissionItem, isHeld: boolean): string {
  if (!isHeld) return `${permission}. Your own role doesn’t include it.`;
  return besides === undefined ? permission : `${permission}. Works only together with ${besides}.`;
}
