import { useQuery, useQueryClient } from '@tanstack/react-query';
import { codeOf } from '#dashboard/api/queries.ts';
import type { SearchFieldProps } from '#dashboard/list/list-definition.ts';
import { SearchField, useDraft } from '#dashboard/ui/search-field.tsx';
import { addressHint } from './address-hint.ts';
import classes from './address-filter.module.css';
import type { wallets } from './wallets.queries.ts';

/** What says which address a text is: its cryptography is loaded once there is a text. */
const recognition = codeOf('recognise', () => import('#domain/recognise.ts'));

type Props = SearchFieldProps<typeof wallets.schema>;

/** Finds a wallet by its whole address: as soon as there is one, and on Enter whatever is written. */
export function AddressFilter({ label, value, query: { network }, onChange, inputRef }: Props) {
  const queryClient = useQueryClient();
  // The value may come back in its canonical spelling.
  const [draft, setDraft] = useDraft(value);
  const text = draft.trim();
  const { data: code } = useQuery({ ...recognition, enabled: text !== '' });
  const hint = code && text !== '' ? addressHint(text, code.recognise(text), network) : undefined;
  const isPending = hint !== undefined && hint.value !== value;

  const commit = (address: string) => {
    if (address !== value) onChange(address);
  };

  const change = async (next: string) => {
    setDraft(next);
    if (next.trim() === '') return commit('');
    const { recognise } = await queryClient.ensureQueryData(recognition);
    const read = addressHint(next, recognise(next.trim()), network);
    if (read.isAddress && inputRef.current?.value === next) commit(read.value);
  };

  return (
    <SearchField
      inputRef={inputRef}
      className={classes['addressFilter']}
      label={label}
      hint={
        <>
          {hint?.message}
          {isPending && !hint.isAddress && ' Press Enter to search anyway.'}
        </>
      }
      draft={draft}
      onDraft={(next) => void change(next)}
      onClear={() => void change('')}
      onEnter={() => commit(hint?.value ?? text)}
    />
  );
}
