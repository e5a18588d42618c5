import { TextInput, Group, Text, Checkbox } from '@mantine/core';
import { type UseFormReturn, useFormState } from 'react-hook-form';
import { type Network, networks } from '#domain/networks.ts';
import type { changeExplorers } from '#contract/gateway/settings.ts';
import type { BodyOf } from '#contract/operation.ts';
import classes from './explorers.module.css';

export type ExplorersInput = BodyOf<typeof changeExplorers>;

type Props = {
  network: Network;
  form: UseFormReturn<ExplorersInput, unknown, ExplorersInput>;
  isReadOnly: boolean;
};

/** The explorer of one network: whether there are links, and where they lead. */
export function ExplorerFields({ network, form, isReadOnly }: Props) {
  const { errors } = useFormState({ control: form.control, name: network });
  const { name, standard } = networks[network];
  const complaints = errors[network];
  return (
    <fieldset className={classes['network']}>
      <legend className="unseen">{name}</legend>
      <Group gap="2px 8px" align="baseline" className={classes['name']}>
        <strong aria-hidden>{name}</strong>
        <Text span c="dimmed" size="xs">
          {standard}
        </Text>
        <Checkbox
          className={classes['switch'] ?? ''}
          label="Link to an explorer"
          {...form.register(`${network}.enabled`)}
          // A forbidden switch stays readable, and does nothing.
          onClick={(event) => isReadOnly && event.preventDefault()}
          aria-disabled={isReadOnly || undefined}
        />
      </Group>
      <TextInput
        {...form.register(`${network}.address`)}
        label="Link of an address"
        readOnly={isReadOnly}
        spellCheck={false}
        autoComplete="off"
        inputMode="url"
        error={complaints?.address?.message}
      />
      <TextInput
        {...form.register(`${network}.transaction`)}
        label="Link of a transaction"
        readOnly={isReadOnly}
        spellCheck={false}
        autoComplete="off"
        inputMode="url"
        error={complaints?.transaction?.message}
      />
    </fieldset>
  );
}
