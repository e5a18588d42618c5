import { IconSearch, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { FilterInput } from '../../ui/filter-controls.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { addressHint } from './address-hint.ts';
import { firstRowLink } from './list-focus.ts';
import { recognitionQuery } from './recognition.queries.ts';
import classes from './wallet-filters.module.css';

type Props = {
  /** What the list is filtered by now. */
  value: string;
  network: string | undefined;
  onChange: (address: string) => void;
  inputRef: RefObject<HTMLInputElement | null>;
};

/** Finds a wallet by its whole address: as soon as there is one, and on Enter whatever is written. */
export function AddressFilter({ value, network, onChange, inputRef }: Props) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(value);
  const [shownValue, setShownValue] = useState(value);
  // The page's address changed by itself, or came back in its canonical spelling.
  if (value !== shownValue) {
    setShownValue(value);
    setDraft(value);
  }

  const text = draft.trim();
  const { data: recognition } = useQuery(recognitionQuery(text));
  const hint = recognition && text !== '' ? addressHint(text, recognition, network) : undefined;
  const isPending = hint !== undefined && hint.value !== value;

  const commit = (address: string) => {
    if (address !== value) onChange(address);
  };

  const change = async (next: string) => {
    setDraft(next);
    if (next.trim() === '') return commit('');
    const read = addressHint(next, await queryClient.ensureQueryData(recognitionQuery(next.trim())), network);
    if (read.isAddress && inputRef.current?.value === next) commit(read.value);
  };

  const clear = () => {
    void change('');
    inputRef.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') commit(hint?.value ?? text);
    if (event.key === 'ArrowDown') firstRowLink()?.focus();
    if (event.key === 'Escape' && draft !== '') clear();
  };

  return (
    <div className={classes['addressFilter']}>
      <FilterInput
        ref={inputRef}
        className={classes['address']}
        aria-label="Find by address"
        aria-describedby="address-hint"
        aria-keyshortcuts="/"
        placeholder="Find by address"
        maxLength={128}
        autoComplete="off"
        spellCheck={false}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          draft === '' ? (
            <kbd>/</kbd>
          ) : (
            <IconButton size="sm" aria-label="Clear the address" onClick={clear}>
              <IconX size={14} aria-hidden />
            </IconButton>
          )
        }
        value={draft}
        onChange={(event) => void change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <output>
        <span id="address-hint" className={classes['hint']}>
          {hint?.message}
          {isPending && !hint.isAddress && ' Enter searches for it anyway.'}
        </span>
      </output>
    </div>
  );
}
