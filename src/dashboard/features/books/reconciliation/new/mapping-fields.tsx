import { Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { missingColumns } from '#domain/reconciliation/read-file.ts';
import type { FileMapping, MappedColumn } from '#domain/reconciliation/file-mapping.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { reconciliationQueries } from '../reconciliation.queries.ts';
import classes from './mapping-fields.module.css';

export type Choice = { value: string; label: string };

type SelectFieldProps = {
  label: string;
  data: readonly Choice[];
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
};

export function SelectField({ data, onChange, error, ...props }: SelectFieldProps) {
  return (
    <NativeSelect
      {...props}
      data={[...data]}
      {...(error !== undefined && { error })}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const layouts: (Choice & { value: FileMapping['amount_layout'] })[] = [
  { value: 'signed', label: 'One column, negative if sent' },
  { value: 'in_out', label: 'A column for received, one for sent' },
  { value: 'direction', label: 'An amount, and a column for the direction' },
];

const formats: (Choice & { value: FileMapping['number_format'] })[] = [
  { value: 'point', label: '1,234.56' },
  { value: 'comma', label: '1.234,56' },
];

const orders: (Choice & { value: FileMapping['date_order'] })[] = [
  { value: 'ymd', label: '2026-01-31' },
  { value: 'dmy', label: '31/01/2026' },
  { value: 'mdy', label: '01/31/2026' },
];

type Props = {
  /** The names of the file’s columns. */
  names: readonly string[];
  mapping: FileMapping;
  /** What is wrong with a field, by its name. */
  problems: Record<string, string>;
  onChange: (mapping: FileMapping) => void;
};

function chosen<T extends string>(choices: readonly { value: T }[], value: string, otherwise: T): T {
  return choices.find((each) => each.value === value)?.value ?? otherwise;
}

/** Says which column of the file is what, and how its amounts and times are written. */
export function MappingFields({ names, mapping, problems, onChange }: Props) {
  const set = (changes: Partial<FileMapping>) => onChange({ ...mapping, ...changes });
  const missing = missingColumns(names, mapping).filter((name) => name !== '');
  const columnField = (column: MappedColumn, label: string, none?: string) => (
    <ColumnField
      column={column}
      label={label}
      none={none}
      names={names}
      value={mapping[column] ?? ''}
      error={problems[column]}
      onChange={(name) => set({ [column]: column === 'time' ? name : name === '' ? null : name })}
    />
  );
  return (
    <Stack component="section" gap="md" aria-labelledby="columns-heading">
      <Group justify="space-between" align="flex-end" gap="8px 16px">
        <h2 id="columns-heading">Columns</h2>
        <SavedMappings names={names} onChoose={onChange} />
      </Group>
      {missing.length > 0 && <Alert tone="warning">The file has no column {missing.join(', ')}.</Alert>}
      <div className={classes['fields']}>
        {columnField('time', 'Time')}
        <SelectField
          label="Dates are written as"
          data={orders}
          value={mapping.date_order}
          onChange={(value) => set({ date_order: chosen(orders, value, 'ymd') })}
        />
        <TextInput
          label="Time zone, where times have none"
          value={mapping.time_zone}
          error={problems['time_zone']}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => set({ time_zone: event.currentTarget.value })}
        />
        <SelectField
          label="Amounts are in"
          data={layouts}
          value={mapping.amount_layout}
          onChange={(value) => set({ amount_layout: chosen(layouts, value, 'signed') })}
        />
        {mapping.amount_layout === 'in_out' ? (
          <>
            {columnField('amount_in', 'Received')}
            {columnField('amount_out', 'Sent')}
          </>
        ) : (
          columnField('amount', 'Amount')
        )}
        {mapping.amount_layout === 'direction' && columnField('direction', 'Direction')}
        <SelectField
          label="Amounts are written as"
          data={formats}
          value={mapping.number_format}
          onChange={(value) => set({ number_format: chosen(formats, value, 'point') })}
        />
        {columnField('currency', 'Currency', 'The same for all lines')}
        {mapping.currency === null && (
          <TextInput
            label="Currency of all lines"
            value={mapping.fixed_currency ?? ''}
            autoComplete="off"
            maxLength={16}
            error={problems['fixed_currency'] ?? problems['currency']}
            onChange={(event) => set({ fixed_currency: event.currentTarget.value.trim() || null })}
          />
        )}
        {columnField('network', 'Network', 'None')}
        {columnField('hash', 'Transaction hash', 'None')}
        {columnField('reference', 'Reference', 'None')}
        {columnField('fee', 'Fee', 'None')}
      </div>
      <Checkbox
        label="Sent amounts include the fee"
        checked={mapping.includes_fee}
        onChange={(event) => set({ includes_fee: event.currentTarget.checked })}
      />
    </Stack>
  );
}

type ColumnFieldProps = Omit<SelectFieldProps, 'data'> & {
  column: MappedColumn;
  /** What choosing no column is called; undefined: one is needed. */
  none: string | undefined;
  names: readonly string[];
};

function ColumnField({ column: _column, none, names, value, ...props }: ColumnFieldProps) {
  const isKnown = value === '' || names.includes(value);
  return (
    <SelectField
      {...props}
      value={value}
      data={[
        ...(none !== undefined ? [{ value: '', label: none }] : []),
        ...(none === undefined && value === '' ? [{ value: '', label: 'Choose a column' }] : []),
        ...(isKnown ? [] : [{ value, label: `${value} (not in this file)` }]),
        ...names.filter((name) => name !== '').map((name) => ({ value: name, label: name })),
      ]}
    />
  );
}

type SavedProps = { names: readonly string[]; onChoose: (mapping: FileMapping) => void };

/** Mappings that were saved, those that fit the file first. */
function SavedMappings({ names, onChoose }: SavedProps) {
  const { data } = useQuery(reconciliationQueries.mappings());
  const saved = data?.mappings ?? [];
  if (saved.length === 0) return null;
  const fits = (mapping: FileMapping) => missingColumns(names, mapping).length === 0;
  const sorted = saved.toSorted((one, other) => Number(fits(other.mapping)) - Number(fits(one.mapping)));
  return (
    <SelectField
      label="Saved columns"
      value=""
      data={[
        { value: '', label: 'Choose' },
        ...sorted.map(({ name, mapping }) => ({
          value: name,
          label: fits(mapping) ? name : `${name} (other columns)`,
        })),
      ]}
      onChange={(name) => {
        const found = saved.find((each) => each.name === name);
        if (found !== undefined) onChoose(found.mapping);
      }}
    />
  );
}
