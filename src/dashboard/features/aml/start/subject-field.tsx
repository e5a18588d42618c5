import type { ReactNode, Ref } from 'react';
import { FilterInput } from '#dashboard/ui/filter-controls.tsx';
import classes from './start-check.module.css';

type Props = {
  value: string;
  onChange: (typed: string) => void;
  /** It was sent without anything that can be checked. */
  isRefused: boolean;
  /** The id of the text below it. */
  hintId: string;
  leftSection?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
};

/** The field for an address or a transaction id. */
export function SubjectField({ value, onChange, isRefused, hintId, leftSection, inputRef }: Props) {
  return (
    <FilterInput
      ref={inputRef}
      className={classes['value'] ?? ''}
      aria-label="Address or transaction ID"
      aria-describedby={hintId}
      aria-invalid={isRefused || undefined}
      placeholder="Address or transaction ID"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      leftSection={leftSection}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
