import { Group, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import {
  checkWithdrawalOutcome,
  handleWithdrawalOutcome,
  type WithdrawalOutcome,
} from '#contract/gateway/withdrawal-outcomes.ts';
import { once } from '#domain/once.ts';
import { networkInText } from '#dashboard/lib/format.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Amount } from '#dashboard/ui/amount.tsx';
import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import { focusAtFirst } from '#dashboard/ui/panel-focus.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FilterInput } from '#dashboard/ui/filter-controls.tsx';
import { Tooltip } from '#dashboard/ui/tooltip.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { useChange } from '#dashboard/api/changes.ts';

/** What was sent, when, why its outcome is unknown, and how the checks of it went. */
export function OutcomeFacts({ outcome }: { outcome: WithdrawalOutcome }) {
  const { network, attempts, checks } = outcome;
  return (
    <DescriptionList>
      <Description name="Recipient">
        <Address value={outcome.recipient_wallet} full network={network} kind="address" />
      </Description>
      <Description name="Amount">
        <Amount value={outcome.amount} currency={outcome.currency} /> on {networkInText(network)}
      </Description>
      <Description name="Reference">
        <Address value={outcome.external_id} what="reference" full />
      </Description>
      <Description
        name={attempts === 1 ? 'Sent' : 'Last sent'}
        note={
          attempts === 1
            ? undefined
            : `Sent ${attempts} times. None of the earlier attempts created a withdrawal.`
        }
      >
        <Time value={outcome.last_attempt_at} /> by {senderLabel(outcome)}
      </Description>
      {outcome.unknown_because !== null && <Description name="Reason">{outcome.unknown_because}</Description>}
      {outcome.last_checked_at !== null && (
        <Description name="Last check" note={outcome.last_finding ?? undefined}>
          <Time value={outcome.last_checked_at} />
          {checks > 1 && ` (${ordinal(checks)} check)`}
        </Description>
      )}
      {outcome.next_check_at !== null && (
        <Description
          name="Next check"
          note={
            outcome.provable_at !== null &&
            outcome.provable_at >= outcome.next_check_at && (
              <>
                From <Time value={outcome.provable_at} />, a check can prove that no withdrawal was created.
              </>
            )
          }
        >
          <Time value={outcome.next_check_at} />
        </Description>
      )}
    </DescriptionList>
  );
}

/** Of a person, it isn't known whether the name is that of a user or an API key. */
function senderLabel({ via, requested_by: name }: WithdrawalOutcome): string {
  if (via === 'session') return name ?? 'a person';
  return name === null ? 'a program' : `a program with the key “${name}”`;
}

const rules = once(() => new Intl.PluralRules('en', { type: 'ordinal' }));
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

function ordinal(count: number): string {
  return `${count}${endings[rules().select(count)] ?? 'th'}`;
}

type OutcomeActionsProps = {
  outcome: WithdrawalOutcome;
  /** Beside the two actions. */
  children?: ReactNode;
};

/** What a person can do about a withdrawal whose outcome is unknown. Sending it again isn't among it. */
export function OutcomeActions({ outcome, children }: OutcomeActionsProps) {
  const { id, external_id: externalId, network } = outcome;
  const mayWrite = usePermission('withdrawals:write', { on: { network } });
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
    if (note.trim() === '') setComplaint('Enter a note about what you found out and from whom.');
    else handle.mutate({ id, note: note.trim() }, { onSuccess: onEnd });
  };
  return (
    <form onSubmit={submit} noValidate aria-label={`Mark “${externalId}” as handled`}>
      <Stack gap="sm">
        <Text c="dimmed" size="sm">
          The console will stop checking and never send it again with this reference. First ask the provider
          whether it was paid.
        </Text>
        <Stack component="label" gap={4} fz="sm">
          <Text span fw={500} inherit>
            Note
          </Text>
          <FilterInput
            // It replaces the button that opened it.
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
        </Stack>
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
