import { type RefObject, useEffect } from 'react';
import { SearchField, useDraft } from '#dashboard/ui/search-field.tsx';
import classes from './list-bars.module.css';

type Props = {
  /** What the list is filtered by now. */
  value: string;
  label: string;
  /** The service searches from so many characters on. */
  least?: number;
  /** What is to be known about the value. */
  hint?: string | undefined;
  onChange: (text: string) => void;
  inputRef: RefObject<HTMLInputElement | null>;
};

const pauseMs = 350;

/** Finds rows by a part of a text: soon after the last key, and on Enter at once. */
export function SearchFilter({ value, label, least = 3, hint, onChange, inputRef }: Props) {
  const [draft, setDraft] = useDraft(value);
  const text = draft.trim();
  const isEnough = text === '' || text.length >= least;
  const commit = () => {
    if (isEnough && text !== value) onChange(text);
  };

  useEffect(() => {
    const timer = setTimeout(commit, pauseMs);
    return () => clearTimeout(timer);
  });

  return (
    <SearchField
      inputRef={inputRef}
      className={classes['search']}
      label={label}
      hint={text === value && hint}
      draft={draft}
      note={!isEnough && <span className={classes['searchHint']}>{least - text.length} more</span>}
      onDraft={setDraft}
      onClear={() => {
        setDraft('');
        onChange('');
      }}
      onEnter={commit}
    />
  );
}
