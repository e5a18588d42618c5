import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { WithdrawalOutcome } from '#contract/gateway/withdrawal-outcomes.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FilterInput } from '#dashboard/ui/filter-controls.tsx';
import { Tooltip } from '#dashboard/ui/tooltip.tsx';
import { usePermission } from '#dashboard/session/use-permission.ts';
import { useCheckOutcome, useHandleOutcome } from './outcome.mutations.ts';
import classes from './outcomes.module.css';

type Props = {
  outcome: WithdrawalOutcome;
  /** Beside the two actions. */
  children?: ReactNode;
};

/** What a person can do about a withdrawal whose outcome is unknown. Sending it again isn't among it. */
export function OutcomeActions({ outcome: { id, external_id: externalId }, children }: Props) {
  const mayWrite = usePermission('withdrawals:write');
  const check = useCheckOutcome();
  const [isHandling, setIsHandling] = useState(false);
  if (isHandling) return <HandleForm id={id} externalId={externalId} onEnd={() => setIsHandling(false)} />;
  if (!mayWrite.allowed) {
    return (
      <div className={classes['buttons']}>
        {['Check again', 'Mark as handled'].map((label) => (
          <Tooltip key={label} label={mayWrite.reason}>
            <Button variant="default" aria-disabled>
              {label}
            </Button>
          </Tooltip>
        ))}
        {children}
      </div>
    );
  }
  return (
    <>
      {check.error !== null && <FailureAlert error={check.error} />}
      <div className={classes['buttons']}>
        <Button
          variant="default"
          loading={check.isPending}
          aria-label={`Check again: “${externalId}”`}
          onClick={() => check.mutate({ id })}
        >
          Check again
        </Button>
        <Button
          variant="default"
          aria-label={`Mark as handled: “${externalId}”`}
          onClick={() => setIsHandling(true)}
        >
          Mark as handled
        </Button>
        {children}
      </div>
    </>
  );
}

function HandleForm({ id, externalId, onEnd }: { id: string; externalId: string; onEnd: () => void }) {
  const formId = useId();
  const handle = useHandleOutcome();
  const [note, setNote] = useState('');
  const [complaint, setComplaint] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (handle.isPending) return;
    if (note.trim() === '') setComplaint('Enter a note: what you found out, and from whom.');
    else handle.mutate({ id, note: note.trim() }, { onSuccess: onEnd });
  };
  return (
    <form
      className={classes['form']}
      onSubmit={submit}
      noValidate
      aria-label={`Mark “${externalId}” as handled`}
    >
      <p className={classes['words']}>
        The console stops checking it, and never sends it again under this external ID. Ask the provider first
        whether it was made.
      </p>
      <label className={classes['label']} htmlFor={`${formId}-note`}>
        Note
        <FilterInput
          id={`${formId}-note`}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it stands where the button was that opened it
          autoFocus
          aria-label="Note"
          aria-required
          aria-invalid={complaint !== undefined || undefined}
          aria-describedby={complaint && `${formId}-complaint`}
          maxLength={500}
          autoComplete="off"
          value={note}
          onChange={(event) => {
            setNote(event.currentTarget.value);
            setComplaint(undefined);
          }}
        />
      </label>
      {complaint !== undefined && (
        <p id={`${formId}-complaint`} className={classes['complaint']} role="alert">
          {complaint}
        </p>
      )}
      {handle.error !== null && <FailureAlert error={handle.error} />}
      <div className={classes['buttons']}>
        <Button type="submit" loading={handle.isPending}>
          Mark as handled
        </Button>
        <Button variant="default" onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
