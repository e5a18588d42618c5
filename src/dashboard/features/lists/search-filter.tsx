import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { FilterInput } from '../../ui/filter-controls.tsx';
import { focusFirstRow } from '../../ui/data-table/row-navigation.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import classes from './list-bars.module.css';

type Props = {
  /** What the list is filtered by now. */
  value: string;
  label: string;
  /** The service searches from so many characters on. */
  least?: number;
  onChange: (text: string) => void;
  inputRef: RefObject<HTMLInputElement | null>;
};

const pauseMs = 350;

/** Finds rows by a part of a text: soon after the last key, and on Enter at once. */
export function SearchFilter({ value, label, least = 3, onChange, inputRef }: Props) {
  const [draft, setDraft] = useState(value);
  const [shownValue, setShownValue] = useState(value);
  // The page's address changed by itself.
  if (value !== shownValue) {
    setShownValue(value);
    setDraft(value);
  }
  const text = draft.trim();
  const isEnough = text === '' || text.length >= least;
  const commit = () => {
    if (isEnough && text !== value) onChange(text);
  };

  useEffect(() => {
    const timer = setTimeout(commit, pauseMs);
    return () => clearTimeout(timer);
  });

  const clear = () => {
    setDraft('');
    onChange('');
    inputRef.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') commit();
    if (event.key === 'ArrowDown' && focusFirstRow()) event.preventDefault();
    if (event.key === 'Escape' && draft !== '') clear();
  };
  return (
    <FilterInput
      ref={inputRef}
      className={classes['search'] ?? ''}
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      maxLength={128}
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        <>
          {!isEnough && <span className={classes['searchHint']}>{least - text.length} more</span>}
          {draft === '' ? (
            <kbd>/</kbd>
          ) : (
            <IconButton size="sm" aria-label="Clear the search" onClick={clear}>
              <IconX size={14} aria-hidden />
            </IconButton>
          )}
        </>
      }
      value={draft}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}
