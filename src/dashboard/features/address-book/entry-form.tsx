import { zodResolver } from '@hookform/resolvers/zod';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useForm, useFormState, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { entryFields } from '#contract/gateway/address-book.ts';
import { checkAddress } from '#domain/addresses.ts';
import { networks, withdrawalNetworks } from '#domain/networks.ts';
import { FormDialog } from '#dashboard/ui/form-dialog.tsx';
import { ChoiceList } from '#dashboard/ui/choice-list.tsx';
import { AddressHint } from './address-hint.tsx';
import { bookPath } from '#dashboard/entities/address-book/book-paths.ts';

const schema = z.strictObject(entryFields).check(({ value, issues }) => {
  const check = checkAddress(value.network, value.address);
  if (!check.ok)
    issues.push({ code: 'custom', path: ['address'], message: check.reason, input: value.address });
});
const resolver = zodResolver(schema);

export type EntryInput = z.output<typeof schema>;

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
    mode: 'onTouched',
  });
  const { errors, isSubmitted } = useFormState({ control: form.control });
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
        description="What you and your colleagues call whoever is paid."
        autoComplete="off"
        error={errors.name?.message}
      />
      <ChoiceList
        legend="Network"
        columns
        field={form.register('network', {
          // What was said of the address is of the network before.
          onChange: () => void (isSubmitted || errors.address ? form.trigger('address') : undefined),
        })}
        choices={withdrawalNetworks.map((code) => ({
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
        description="Optional: what it is for, who confirmed it and how."
        autoComplete="off"
        error={errors.note?.message}
      />
      {children}
    </FormDialog>
  );
}

const monospaced = { input: { fontFamily: 'var(--font-mono)' } };
