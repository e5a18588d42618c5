import { focusAtFirst } from '#dashboard/ui/panel-focus.ts';
import { Box, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import {
  checkWithdrawalOutcome,
  handleWithdrawalOutcome,
  type WithdrawalOutcome,
} from '#contract/gateway/withdrawal-outcomes.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FilterInput } from '#dashboard/ui/filter-controls.tsx';
import { Tooltip } from '#dashboard/ui/tooltip.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { useChange } from '#dashboard/api/changes.ts';

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
      <Group gap="sm" align="stretch">
        {['Check again', 'Mark as handled'].map((label) => (
          <Tooltip key={label} label={mayWrite.reason}>
            <Button variant="default" aria-disabled>
              {label}
            </Button>
          </Tooltip>
        ))}
        {children}
      </Group>
    );
  }
  return (
    <>
      {check.error !== null && <FailureAlert error={check.error} />}
      <Group gap="sm" align="stretch">
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
      </Group>
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
    <form onSubmit={submit} noValidate aria-label={`Mark “${externalId}” as handled`}>
      <Stack gap="sm">
        <Text c="dimmed" size="sm">
          The console stops checking it, and never sends it again under this external ID. Ask the provider
          first whether it was made.
        </Text>
        <Box component="label" fz="sm" htmlFor={`${formId}-note`}>
          Note
          <FilterInput
            id={`${formId}-note`}
            // It stands where the button was that opened it.
            ref={focusAtFirst}
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
        </Box>
        {complaint !== undefined && (
          <Text c="var(--negative)" size="sm" id={`${formId}-complaint`} role="alert">
            {complaint}
          </Text>
        )}
        {handle.error !== null && <FailureAlert error={handle.error} />}
        <Group gap="sm" align="stretch">
          <Button type="submit" loading={handle.isPending}>
            Mark as handled
          </Button>
          <Button variant="default" onClick={onEnd}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const useCheckOutcome = () => useChange(checkWithdrawalOutcome);
const useHandleOutcome = () => useChange(handleWithdrawalOutcome);
