import { type ReactNode, useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import classes from './choice-list.module.css';

type Choice = {
  value: string;
  label: ReactNode;
  /** What choosing it means. */
  meaning?: ReactNode;
  /** At the end of the line. */
  aside?: ReactNode | undefined;
};

type Props = {
  legend: string;
  choices: Choice[];
  field: UseFormRegisterReturn;
  error?: string | undefined;
  /** Side by side where there is room. */
  columns?: boolean;
  autoFocusValue?: string;
};

/** One of a few, with room to say what each means. The arrow keys choose. */
export function ChoiceList({ legend, choices, field, error, columns = false, autoFocusValue }: Props) {
  const id = useId();
  return (
    <fieldset
      className={classes['group']}
      role="radiogroup"
      aria-invalid={error !== undefined || undefined}
      aria-describedby={error === undefined ? undefined : id}
    >
      <legend className={classes['legend']}>{legend}</legend>
      <div className={classes['choices']} data-columns={columns || undefined}>
        {choices.map(({ value, label, meaning, aside }) => (
          <label key={value} className={classes['choice']}>
            <input
              type="radio"
              value={value}
              {...field}
              {...(autoFocusValue === value ? { 'data-autofocus': true } : {})}
            />
            <span className={classes['words']}>
              <span className={classes['line']}>
                <span className={classes['label']}>{label}</span>
                {aside !== undefined && <span className={classes['aside']}>{aside}</span>}
              </span>
              {meaning !== undefined && <span className={classes['meaning']}>{meaning}</span>}
            </span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={id} className={classes['error']} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
