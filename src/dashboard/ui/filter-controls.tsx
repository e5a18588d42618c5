import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './filter-controls.module.css';

type TextProps = ComponentPropsWithRef<'input'> & {
  'aria-label': string;
  leftSection?: ReactNode;
  rightSection?: ReactNode;
};

/** A line of text that filters a list. The fields of forms are Mantine's; these come with the first page. */
export function FilterInput({ leftSection, rightSection, className, ...input }: TextProps) {
  return (
    <span className={`${classes['field']} ${className ?? ''}`}>
      {leftSection !== undefined && <span className={classes['left']}>{leftSection}</span>}
      <input
        type="text"
        {...input}
        className={classes['control']}
        data-with-left={leftSection !== undefined || undefined}
      />
      {rightSection !== undefined && <span className={classes['right']}>{rightSection}</span>}
    </span>
  );
}

type SelectProps = ComponentPropsWithRef<'select'> & {
  'aria-label': string;
  data: { value: string; label: string }[];
};

/** One of a few values that filters a list. */
export function FilterSelect({ data, className, ...select }: SelectProps) {
  return (
    <span className={`${classes['field']} ${className ?? ''}`}>
      <select {...select} className={classes['control']}>
        {data.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <IconChevronDown size={16} aria-hidden className={classes['chevron']} />
    </span>
  );
}
