import { asSentence } from '#dashboard/lib/error-message.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Group, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useForm, useFormState, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { entryFields } from '#contract/gateway/address-book.ts';
import { checkAddress } from '#domain/addresses.ts';
import { type Network, networks, withdrawalNetworks } from '#domain/networks.ts';
import { useAllowedNetworks } from '#dashboard/session/session.queries.ts';
import { FormDialog } from '#dashboard/ui/form-dialog.tsx';
import { ChoiceList } from '#dashboard/ui/choice-list.tsx';
import { bookPath } from '#dashboard/entities/address-book/book-paths.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import { Button } from '#dashboard/ui/button.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import classes from './address-book.module.css';
import { parseTypedAddress } from '#dashboard/entities/address-book/entry-address.ts';

const schema = z.strictObject(entryFields).check(({ value, issues }) => {
  const check = checkAddress(value.network, value.address);
  if (!check.ok)
    issues.push({
      code: 'custom',
      path: ['address'],
      message: asSentence(check.reason),
      input: value.address,
    });
});
const resolver = zodResolver(schema);

type EntryInput = z.output<typeof schema>;

type Props = {
  title: string;
  submitLabel: string;
  defaults: EntryInput;
  saving: { isPending: boolean; error: Error | null };
  onSubmit: (entry: EntryInput) => void;
  /** Below the fields. */
  children?: ReactNode;
};

/** The fields of an entry of the address book, at their own address. */
export function EntryForm({ title, submitLabel, defaults, saving, onSubmit, children }: Props) {
  const form = useForm<z.input<typeof schema>, unknown, EntryInput>({
    resolver,
    defaultValues: defaults,
  });
  const { errors, isSubmitted } = useFormState({ control: form.control });
  const offered = useAllowedNetworks(withdrawalNetworks);
  const [network, address] = useWatch({ control: form.control, name: ['network', 'address'] });
  return (
    <FormDialog
      title={title}
      form={form}
      saving={saving}
      submitLabel={submitLabel}
      closeTo={bookPath}
      onSubmit={onSubmit}
    >
      <TextInput
        {...form.register('name')}
        data-autofocus
        label="Name"
        description="The recipient’s name, as your team knows it."
        autoComplete="off"
        error={errors.name?.message}
      />
      <ChoiceList
        legend="Network"
        columns
        field={form.register('network', {
          // What was said about the address is of the network before.
          onChange: () => void (isSubmitted || errors.address ? form.trigger('address') : undefined),
        })}
        choices={offered.map((code) => ({
          value: code,
          label: networks[code].name,
          aside: networks[code].standard,
        }))}
        error={errors.network?.message}
      />
      <div>
        <TextInput
          {...form.register('address')}
          label="Address"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-describedby="address-hint"
          styles={monospaced}
          error={errors.address?.message}
        />
        <AddressHint
          id="address-hint"
          network={network}
          typed={address}
          isComplaining={errors.address !== undefined}
          onNetwork={(other) => {
            form.setValue('network', other, { shouldDirty: true, shouldValidate: true });
            void form.trigger('address');
            form.setFocus('address');
          }}
        />
      </div>
      <TextInput
        {...form.register('note')}
        label="Note"
        description="Optional. For example, what it’s for, and who confirmed it and how."
        autoComplete="off"
        error={errors.note?.message}
      />
      {children}
    </FormDialog>
  );
}

const monospaced = { input: { fontFamily: 'var(--font-mono)' } };

type AddressHintProps = {
  id: string;
  network: Network;
  typed: string;
  /** The field shows an error of its own. */
  isComplaining: boolean;
  onNetwork: (network: Network) => void;
};

/** Checks the address as it is typed, and offers the network it belongs to. Says nothing the field's error says. */
function AddressHint({ id, network, typed, isComplaining, onNetwork }: AddressHintProps) {
  const read = parseTypedAddress(network, typed);
  if (read.state === 'elsewhere') {
    const changes = read.networks.map((other) => (
      <Button key={other} variant="default" size="compact-sm" onClick={() => onNetwork(other)}>
        Change to {networks[other].name}
      </Button>
    ));
    if (isComplaining) {
      return (
        <Group id={id} gap="6px 12px" mt={4}>
          {changes}
        </Group>
      );
    }
    return (
      <div id={id}>
        <Alert tone="warning" role="status">
          <Group component="span" gap="6px 12px">
            {asSentence(read.reason)}
            {changes}
          </Group>
        </Alert>
      </div>
    );
  }
  return (
    <Group
      component="output"
      wrap="nowrap"
      gap={4}
      mih={18}
      mt={4}
      fz="xs"
      lh="18px"
      id={id}
      className={classes['hint']}
      data-valid={read.state === 'valid' || undefined}
    >
      {read.state === 'valid' && (
        <>
          <IconCircleCheck size={14} aria-hidden />
          Valid {networks[network].name} address (checksum matches).
        </>
      )}
      {read.state === 'invalid' && !isComplaining && asSentence(read.reason)}
      {read.state === 'empty' && `${networks[network].name}: ${networks[network].addressFormat}`}
    </Group>
  );
}
