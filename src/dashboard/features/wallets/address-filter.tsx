import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SearchFieldProps } from '#dashboard/list/list-definition.ts';
import { SearchField, useDraft } from '#dashboard/ui/search-field.tsx';
import { addressHint } from './address-hint.ts';
import { recognitionQuery } from './recognition.queries.ts';
import classes from './wallet-filters.module.css';
import type { wallets } from './wallets.queries.ts';

type Props = SearchFieldProps<typeof wallets.schema>;

/** Finds a wallet by its whole address: as soon as there is one, and on Enter whatever is written. */
export function AddressFilter({ label, value, query: { network }, onChange, inputRef }: Props) {
  const queryClient = useQueryClient();
  // The value may come back in its canonical spelling.
  const [draft, setDraft] = useDraft(value);
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

  return (
    <div className={classes['addressFilter']}>
      <SearchField
        inputRef={inputRef}
        className={classes['address']}
        label={label}
        describedBy="address-hint"
        draft={draft}
        onDraft={(next) => void change(next)}
        onClear={() => void change('')}
        onEnter={() => commit(hint?.value ?? text)}
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
