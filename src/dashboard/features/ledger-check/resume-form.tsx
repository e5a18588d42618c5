import { Stack } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import type { LedgerFault } from '#contract/gateway/ledger-check.ts';
import { countOf } from '#dashboard/lib/digits.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { notifySuccess } from '#dashboard/ui/notify.ts';
import classes from './ledger-check.module.css';
import { useResumePayments } from '#dashboard/entities/ledger-check/ledger-check.queries.ts';

type Props = { faults: readonly LedgerFault[]; mayResume: boolean };

/** Accepts exactly the faults that are listed. */
export function ResumeForm({ faults, mayResume }: Props) {
  const noteId = useId();
  const [note, setNote] = useState('');
  const resume = useResumePayments();
  if (!mayResume) {
    return <p>Only an API key with every permission can resume payments while a fault is open.</p>;
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { fault_ids: faults.map(({ id }) => id), note };
    resume.mutate(body, { onSuccess: () => notifySuccess('Payments resumed') });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" className={classes['resume']}>
        <label htmlFor={noteId}>Note (required)</label>
        <textarea
          id={noteId}
          value={note}
          required
          maxLength={1_000}
          rows={3}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <p>
          Resuming accepts {faults.length === 1 ? 'this fault' : `these ${countOf(faults.length, 'fault')}`}{' '}
          for this account. Any other fault pauses payments again.
        </p>
        {resume.error !== null && <FailureAlert error={resume.error} />}
        <div>
          <Button type="submit" loading={resume.isPending}>
            Resume payments
          </Button>
        </div>
      </Stack>
    </form>
  );
}
