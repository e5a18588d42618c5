import { type ReactNode, type RefObject, useEffect } from 'react';
import { SearchField, useDraft } from '#dashboard/ui/search-field.tsx';
import classes from './list-bars.module.css';

type Props = {
  /** What the list is filtered by now. */
  value: string;
  label: string;
  /** The service searches from so many characters on. */
  least?: number;
  /** A hint about the value. */
  hint?: string | undefined;
  /** Says more about what is being typed. */
  renderHint?: (text: string) => ReactNode;
  onChange: (text: string) => void;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Why the rows can't be searched. */
  reasonAgainst?: string | undefined;
};

const pauseMs = 350;

/** Finds rows by a part of a text: soon after the last key, and on Enter at once. */
export function SearchFilter(props: Props) {
  const { value, label, least = 3, hint, renderHint, onChange, inputRef, reasonAgainst } = props;
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
      hint={reasonAgainst ?? ((text === value && hint) || renderHint?.(text))}
      isReadOnly={reasonAgainst !== undefined}
      draft={draft}
      note={!isEnough && <span className={classes['searchNote']}>{least - text.length} more</span>}
      onDraft={setDraft}
      onClear={() => {
        setDraft('');
        onChange('');
      }}
      onEnter={commit}
    />
  );
}
