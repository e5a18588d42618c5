import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react';
import { focusFirstRow } from './data-table/row-navigation.ts';
import { FilterInput } from './filter-controls.tsx';
import { IconButton } from './button.tsx';
import classes from './search-field.module.css';

type Props = {
  inputRef: RefObject<HTMLInputElement | null>;
  label: string;
  /** A hint about the text, shown below the field while it has the focus. */
  hint?: ReactNode;
  className?: string | undefined;
  draft: string;
  /** Nothing can be typed, as the hint says. */
  isReadOnly?: boolean;
  /** Shown before the hint of its key. */
  note?: ReactNode;
  onDraft: (draft: string) => void;
  onClear: () => void;
  onEnter: () => void;
};

/** The search field of a list. Down focuses the first row, and Escape clears the field. */
export function SearchField(props: Props) {
  const { inputRef, label, hint, className, draft, note, isReadOnly = false } = props;
  const { onDraft, onClear, onEnter } = props;
  const hintId = useId();
  const clear = () => {
    onClear();
    inputRef.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') onEnter();
    if (event.key === 'ArrowDown' && focusFirstRow()) event.preventDefault();
    if (event.key === 'Escape' && draft !== '') clear();
  };
  return (
    <div className={`${classes['field']} ${className ?? ''}`}>
      <FilterInput
        ref={inputRef}
        className={classes['input']}
        aria-label={label}
        aria-describedby={hintId}
        aria-keyshortcuts="/"
        placeholder={label}
        maxLength={128}
        autoComplete="off"
        spellCheck={false}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          <>
            {note}
            {draft === '' ? (
              <kbd>/</kbd>
            ) : (
              <IconButton size="sm" aria-label="Clear search" onClick={clear}>
                <IconX size={14} aria-hidden />
              </IconButton>
            )}
          </>
        }
        value={draft}
        readOnly={isReadOnly}
        aria-disabled={isReadOnly || undefined}
        onChange={(event) => onDraft(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <output>
        <span id={hintId} className={classes['hint']}>
          {hint}
        </span>
      </output>
    </div>
  );
}

/** The text in the field. It starts as the value, and follows the value when that changes from outside. */
export function useDraft(value: string) {
  const [draft, setDraft] = useState(value);
  const [shownValue, setShownValue] = useState(value);
  if (value !== shownValue) {
    setShownValue(value);
    setDraft(value);
  }
  return [draft, setDraft] as const;
}
