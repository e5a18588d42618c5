import { Input, type InputProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';

type Shared = Pick<InputProps, 'id' | 'className' | 'disabled' | 'leftSection' | 'rightSection'> & {
  'aria-label': string;
};

type TextProps = Shared & Omit<ComponentPropsWithRef<'input'>, keyof InputProps>;

/** A line of text without a label of its own, as filters of a list are. Callers say what describes it. */
export function FilterInput(props: TextProps) {
  return (
    <Input type="text" {...props} display="inline-flex" withAria={false} rightSectionPointerEvents="all" />
  );
}

type SelectProps = Shared &
  Omit<ComponentPropsWithRef<'select'>, keyof InputProps> & {
    data: { value: string; label: string }[];
  };

/** A choice of a few values that filters a list. */
export function FilterSelect({ data, ...select }: SelectProps) {
  return (
    <Input
      component="select"
      {...select}
      display="inline-flex"
      withAria={false}
      pointer
      rightSection={<IconChevronDown size={16} aria-hidden />}
      rightSectionPointerEvents="none"
    >
      {data.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Input>
  );
}
