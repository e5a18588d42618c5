import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { MultiSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type Control,
  type FieldPathByValue,
  type FieldValues,
  useController,
  useWatch,
} from 'react-hook-form';
import { useState } from 'react';
import { type Limits, noLimits } from '#contract/gateway/limits.ts';
import { listUsers } from '#contract/gateway/users.ts';
import { networks, withdrawalNetworks } from '#domain/networks.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import { useAllowedNetworks, useSession } from '#dashboard/session/session.queries.ts';
import classes from './limits-fields.module.css';

/** The fields of a form that has a user's roles and limits. */
export const accessFields = {
  roles: 'roles',
  networks: 'limits.networks',
  tags: 'limits.wallet_tags',
} as const;

type Props<In extends FieldValues, Out> = {
  control: Control<In, unknown, Out>;
  /** `accessFields`, which proves that the form has them. */
  names: Record<keyof typeof accessFields, FieldPathByValue<In, string[]>>;
};

/** Where a user can change things. */
export function LimitsFields<In extends FieldValues, Out>({ control, names }: Props<In, Out>) {
  const roles: string[] = useWatch({ control, name: names.roles });
  const codes = useController({ control, name: names.networks });
  const tags = useController({ control, name: names.tags });
  const { limits: own } = useSession();
  const offered = useAllowedNetworks(withdrawalNetworks);
  const { data } = useQuery(queryOf(listUsers, {}));
  const chosenCodes: string[] = codes.field.value;
  const chosenTags: string[] = tags.field.value;
  const known = own.wallet_tags.length > 0 ? own.wallet_tags : (data?.wallet_tags ?? []);
  const [startsOpen] = useState(chosenCodes.length > 0 || chosenTags.length > 0);
  const isRefused = codes.fieldState.invalid || tags.fieldState.invalid;
  if (roles.includes('administrator')) {
    return (
      <Text c="dimmed" size="sm">
        Administrators can’t be limited to networks or wallet tags.
      </Text>
    );
  }
  return (
    <details open={startsOpen || isRefused}>
      <summary className={classes['summary']}>Limits (optional)</summary>
      <Stack gap="md" mt="md">
        <MultiSelect
          {...codes.field}
          label="Networks"
          description="Limit changes to these networks. Leave empty to allow all."
          {...(chosenCodes.length === 0 && { placeholder: 'All networks' })}
          data={offered.map((code) => ({ value: code, label: networks[code].name }))}
          classNames={{ inputField: classes['entry'] }}
          searchable
          clearable
          nothingFoundMessage="No matching network"
          error={codes.fieldState.error?.message}
        />
        <MultiSelect
          {...tags.field}
          label="Wallet tags"
          description="Limit changes and withdrawals to wallets with one of these tags. Leave empty to allow all."
          {...(chosenTags.length === 0 && { placeholder: 'All wallets' })}
          data={[...new Set([...known, ...chosenTags])]}
          classNames={{ inputField: classes['entry'] }}
          searchable
          clearable
          nothingFoundMessage="No wallet has this tag"
          error={tags.fieldState.error?.message}
        />
        <Text c="dimmed" size="sm">
          Limits affect changes only: the user can still view everything their roles allow. Users with limits
          can’t change account-wide settings such as rules, roles and API keys.
        </Text>
      </Stack>
    </details>
  );
}

/** What is sent for a form: administrators have no limits. */
export function clearAdministratorLimits<G extends { roles: string[]; limits: Limits }>(values: G): G {
  return values.roles.includes('administrator') ? { ...values, limits: noLimits } : values;
}
