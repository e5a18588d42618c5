import { Group, Stack, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { asSentence } from '#dashboard/lib/error-message.ts';
import { readTextFile } from '#dashboard/lib/files.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FileDrop } from '#dashboard/ui/file-drop.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import { amlRulesQuery } from '#dashboard/entities/aml/aml-rules.queries.ts';
import { ChecksLeft } from '../start/checks-left.tsx';
import { onlyNetwork, type Seen } from '../start/seen.queries.ts';
import { findSeen } from './find-seen.ts';
import { type ChosenNetworks, ChooseNetworks, type OpenRow } from './choose-networks.tsx';
import classes from './many.module.css';
import { type PlannedRow, planMany } from './plan-many.ts';

type Props = { onRows: (rows: readonly PlannedRow[], recentDays: number) => void };

const mostBytes = 5_000_000;
/** So many values are looked up; the user chooses the networks of the others. */
const mostSought = 500;

/** Takes the list, pasted or as a file. */
export function ManyInput({ onRows }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { data: rules, error, refetch } = useQuery(amlRulesQuery);
  const [text, setText] = useState('');
  const [looking, setLooking] = useState<{ done: number; all: number }>();
  const [open, setOpen] = useState<{ list: string; seen: ReadonlyMap<string, readonly Seen[]> }>();
  const [refusal, setRefusal] = useState<string>();
  const [isSubmitting, setIsSubmitting] = useState(false);
  const queryClient = useQueryClient();

  const take = async (list: string) => {
    const plan = planMany(list, () => undefined);
    if (!plan.ok) setRefusal(plan.reason);
    else if (plan.rows.length === 0) {
      setRefusal('Enter at least one address or transaction ID.');
      field.current?.focus();
    } else {
      const values = [...new Set(plan.rows.filter(isOpen).map(({ text: value }) => value))].slice(
        0,
        mostSought,
      );
      setIsSubmitting(true);
      try {
        const seen = await findSeen(values, (done) => setLooking({ done, all: values.length }));
        if (planned(list, seen).some(isOpen)) setOpen({ list, seen });
        else await hand(planned(list, seen));
      } catch (failure) {
        setRefusal(asSentence(failure instanceof Error ? failure.message : String(failure)));
      }
      setLooking(undefined);
      setIsSubmitting(false);
    }
  };
  const hand = async (rows: readonly PlannedRow[]) => {
    // If the rules can't be read, that error is shown.
    const known = rules ?? (await queryClient.ensureQueryData(amlRulesQuery).catch(() => undefined));
    if (known !== undefined) onRows(rows, known.value.recent_days);
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
  if (open !== undefined) {
    return (
      <ChooseNetworks
        rows={planned(open.list, open.seen).filter(isOpen)}
        seen={open.seen}
        onDone={(chosen) => void hand(planned(open.list, open.seen, chosen))}
        onBack={() => setOpen(undefined)}
      />
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack maw={960} fz="sm">
        <Textarea
          ref={field}
          label="Addresses and transaction IDs, one per line"
          classNames={{ input: classes['text'] ?? '' }}
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
          or drop it here, with a <code>value</code> column and an optional <code>network</code> column.
          You’ll see the cost before anything starts.
        </FileDrop>
        <p>
          Add the network in front if you know it: <code>eth:0x…</code>. Text after <code>#</code> is a
          comment.
        </p>
        {looking !== undefined && looking.all > 0 && (
          <ProgressBar label="Looking up networks" value={looking.done} max={looking.all} />
        )}
        {refusal !== undefined && (
          <Alert tone="negative" role="alert">
            {refusal}
          </Alert>
        )}
        <Group gap="8px 16px">
          <Button type="submit" loading={isSubmitting}>
            Review cost
          </Button>
          <ChecksLeft />
        </Group>
      </Stack>
    </form>
  );
}

/** The rows with the networks that the user has chosen, or that the account has seen them on. */
function planned(
  list: string,
  seen: ReadonlyMap<string, readonly Seen[]>,
  chosen: ChosenNetworks = new Map(),
): readonly PlannedRow[] {
  const plan = planMany(list, (_subjects, line, text) => chosen.get(line) ?? onlyNetwork(seen.get(text)));
  return plan.ok ? plan.rows : [];
}

function isOpen(row: PlannedRow): row is OpenRow {
  return row.state === 'open';
}
