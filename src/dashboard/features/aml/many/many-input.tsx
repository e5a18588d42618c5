import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { AmlNetwork } from '#domain/networks.ts';
import { readTextFile } from '../../../lib/read-text-file.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { FilterSelect } from '../../../ui/filter-controls.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { amlQueries } from '../aml.queries.ts';
import { ChecksLeft } from '../start/checks-left.tsx';
import classes from './many.module.css';
import { type PlannedRow, planMany } from './plan-many.ts';

type Props = { onRows: (rows: readonly PlannedRow[], recentDays: number) => void };

const mostBytes = 5_000_000;

/** Takes the list, pasted or as a file. */
export function ManyInput({ onRows }: Props) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { data: rules, error, refetch } = useQuery(amlQueries.rules());
  const [text, setText] = useState('');
  const [evm, setEvm] = useState<AmlNetwork>('eth');
  const [hash, setHash] = useState<AmlNetwork>('trx');
  const [refusal, setRefusal] = useState<string>();
  const [isTaken, setIsTaken] = useState(false);
  const queryClient = useQueryClient();

  const take = async (list: string) => {
    const plan = planMany(list, [evm, hash]);
    if (!plan.ok) setRefusal(plan.reason);
    else if (plan.rows.length === 0) {
      setRefusal('There is nothing in the list.');
      field.current?.focus();
    } else {
      setIsTaken(true);
      // Where the rules cannot be read, that is what is shown.
      const known = rules ?? (await queryClient.ensureQueryData(amlQueries.rules()).catch(() => undefined));
      setIsTaken(false);
      if (known !== undefined) onRows(plan.rows, known.value.recent_days);
    }
  };
  const takeFile = async (file: File) => {
    const read = await readTextFile(file, mostBytes);
    if (read.ok) await take(read.text);
    else setRefusal(read.reason);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void take(text);
  };
  if (error !== null && rules === undefined) {
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  return (
    <form className={classes['content']} onSubmit={submit}>
      <label className={classes['label']} htmlFor={id}>
        Addresses and transaction ids, one a line
      </label>
      <textarea
        ref={field}
        id={id}
        className={classes['text']}
        rows={12}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setRefusal(undefined);
        }}
      />
      <FileDrop isReading={false} onFile={(file) => void takeFile(file)}>
        or drop it here, with the columns <code>value</code> and, if you like, <code>network</code>. Nothing
        is spent before you have seen what it costs.
      </FileDrop>
      <div className={classes['line']}>
        <span className={classes['choice']}>
          An address that begins with 0x is of
          <FilterSelect
            aria-label="An address that begins with 0x is of"
            value={evm}
            data={[
              { value: 'eth', label: 'Ethereum' },
              { value: 'bnb', label: 'BNB Chain' },
            ]}
            onChange={(event) => setEvm(event.currentTarget.value === 'bnb' ? 'bnb' : 'eth')}
          />
        </span>
        <span className={classes['choice']}>
          A transaction id without 0x is of
          <FilterSelect
            aria-label="A transaction id without 0x is of"
            value={hash}
            data={[
              { value: 'trx', label: 'Tron' },
              { value: 'btc', label: 'Bitcoin' },
            ]}
            onChange={(event) => setHash(event.currentTarget.value === 'btc' ? 'btc' : 'trx')}
          />
        </span>
      </div>
      {refusal !== undefined && (
        <Notice tone="negative" role="alert">
          {refusal}
        </Notice>
      )}
      <div className={classes['line']}>
        <Button type="submit" loading={isTaken}>
          See what it costs
        </Button>
        <ChecksLeft />
      </div>
    </form>
  );
}
