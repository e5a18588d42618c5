import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import {
  type AmlBand,
  type AmlDecision,
  type AmlDecisionRecord,
  amlDecisions,
} from '#contract/gateway/aml-bands.ts';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { amlCheckPath } from '#dashboard/entities/aml/aml-paths.ts';
import { AmlBadge, amlLabels, keyLabel, originLabel } from '#dashboard/entities/aml/aml-badge.tsx';
import { useChange } from '#dashboard/api/changes.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import classes from './report.module.css';
import { ChoiceCard } from '#dashboard/ui/choice-list.tsx';
import { decideAmlCheck, needsNote } from '#contract/gateway/aml-decisions.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FilterInput } from '#dashboard/ui/filter-controls.tsx';
import { DiscardQuestion } from '#dashboard/ui/leave-question.tsx';
import { useLeaveGuard } from '#dashboard/ui/use-leave-guard.ts';

type Props = {
  check: AmlCheck;
  /** Made on the check or carried over to it, the latest first. */
  decisions: readonly AmlDecisionRecord[];
  /** The latest decision on the subject, where it doesn't hold for this check. */
  other: AmlDecisionRecord | null;
};

/** The decisions on the check, the latest first, and the form for a new one. */
export function Decisions({ check, decisions, other }: Props) {
  const id = useId();
  const mayDecide = usePermission(decideAmlCheck, { on: { network: check.network } });
  const section = useRef<HTMLElement>(null);
  const decide = useChange(decideAmlCheck);
  const [latest] = decisions;
  return (
    <section ref={section} tabIndex={-1} className={classes['panel']} aria-labelledby={id}>
      <Title order={2} id={id}>
        Decision
      </Title>
      {decisions.length === 0 && (
        <Text c="dimmed" fw={400} inherit>
          No decision yet
        </Text>
      )}
      {other !== null && <OtherDecision check={check} other={other} />}
      {decisions.length > 0 && (
        <Stack component="ol" gap={0} className={classes['decisions']}>
          {decisions.map((each) => (
            <li key={each.id}>
              <Group wrap="nowrap" gap="sm" align="baseline">
                <strong>
                  <AmlBadge of={each.decision} />
                </strong>
                {each !== latest && (
                  <Text span c="dimmed" fw={400} inherit>
                    earlier
                  </Text>
                )}
              </Group>
              {each.check_id !== check.id && (
                <Text c="dimmed" fw={400} inherit>
                  {originLabel(each)}. The result is the same.{' '}
                  <Link to={amlCheckPath(each.check_id)}>Open that check</Link>
                </Text>
              )}
              {each.note !== '' && <p className={classes['said']}>{each.note}</p>}
              <Text c="dimmed" fw={400} inherit>
                by {keyLabel(each.decided_by, each.key_fingerprint)}, on {amlLabels[each.band].toLowerCase()}{' '}
                risk, <CopyableTime value={each.decided_at} />
              </Text>
            </li>
          ))}
        </Stack>
      )}
      {mayDecide.allowed && check.band !== null ? (
        <DecisionForm
          key={latest?.id}
          checkId={check.id}
          band={check.band}
          after={latest?.id ?? null}
          decide={decide}
          onDecided={() => {
            decide.reset();
            // The form is reset, so the focus moves to the place where the decision is read.
            section.current?.focus({ preventScroll: true });
            notifySuccess('Decision saved and recorded in the activity log');
          }}
        />
      ) : (
        <Text c="dimmed" fw={400} inherit>
          {mayDecide.reason}
        </Text>
      )}
    </section>
  );
}

function OtherDecision({ check, other }: { check: AmlCheck; other: AmlDecisionRecord }) {
  const isEarlier = check.ended_at !== null && other.checked_at < check.ended_at;
  return (
    <Text c="dimmed" fw={400} inherit>
      {isEarlier ? 'The earlier' : 'A later'} check of {other.checked_at.slice(0, 10)} was{' '}
      {amlLabels[other.decision].toLowerCase()} by {keyLabel(other.decided_by, other.key_fingerprint)}
      {isEarlier ? ', but the result or its rating has changed since.' : '.'}{' '}
      <Link to={amlCheckPath(other.check_id)}>Open that check</Link>
    </Text>
  );
}

type DecisionFormProps = {
  checkId: string;
  band: AmlBand;
  /** The latest decision that is shown; null: none. */
  after: string | null;
  /** The parent's mutation. The parent stays mounted when the form resets, so its success callbacks still run. */
  decide: ReturnType<typeof useChange<typeof decideAmlCheck>>;
  onDecided: () => void;
};

/** Decides on a check. What goes against the band needs a note. Nothing is overwritten. */
function DecisionForm({ checkId, band, after, decide, onDecided }: DecisionFormProps) {
  const id = useId();
  const noteField = useRef<HTMLInputElement>(null);
  const [decision, setDecision] = useState<AmlDecision>();
  const [note, setNote] = useState('');
  const [complaint, setComplaint] = useState<string>();
  const blocker = useLeaveGuard(note.trim() !== '' && !decide.isSuccess, decide);
  const isNoteNeeded = decision !== undefined && needsNote(decision, band);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (decide.isPending) return;
    if (decision === undefined) {
      setComplaint('Choose a decision.');
    } else if (isNoteNeeded && note.trim() === '') {
      setComplaint('Explain your decision.');
      noteField.current?.focus();
    } else {
      decide.mutate(
        { check_id: checkId, decision, note: note.trim(), after },
        {
          onSuccess: onDecided,
        },
      );
    }
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack pt="sm">
        <Group
          component="fieldset"
          gap="sm"
          align="stretch"
          aria-describedby={complaint && `${id}-complaint`}
        >
          <Box component="legend" mb={4} fw={500}>
            {after === null ? 'Decide' : 'Change decision'}
          </Box>
          {amlDecisions.map((each) => (
            <ChoiceCard key={each} isTight>
              <input
                type="radio"
                name={`${id}-decision`}
                value={each}
                aria-label={amlLabels[each]}
                checked={decision === each}
                onChange={() => {
                  setDecision(each);
                  setComplaint(undefined);
                }}
              />
              <AmlBadge of={each} />
            </ChoiceCard>
          ))}
        </Group>
        <Stack component="label" gap={0}>
          <Text span mb={4} fw={500} inherit>
            Note {isNoteNeeded ? noteReason(band) : '(optional)'}
          </Text>
          <FilterInput
            ref={noteField}
            aria-label="Note"
            aria-required={isNoteNeeded || undefined}
            aria-describedby={complaint && `${id}-complaint`}
            maxLength={1000}
            autoComplete="off"
            value={note}
            onChange={(event) => {
              setNote(event.currentTarget.value);
              setComplaint(undefined);
            }}
          />
        </Stack>
        {complaint !== undefined && (
          <Text c="var(--negative)" inherit id={`${id}-complaint`} role="alert">
            {complaint}
          </Text>
        )}
        {decide.error !== null && <FailureAlert error={decide.error} />}
        {blocker.state === 'blocked' ? (
          <DiscardQuestion guard={blocker} />
        ) : (
          <div>
            <Button type="submit" loading={decide.isPending}>
              Decide
            </Button>
          </div>
        )}
      </Stack>
    </form>
  );
}

/** Why a decision on a risk needs a note. */
function noteReason(band: AmlBand): string {
  return band === 'unknown' ? '(required: the risk is unknown)' : '(required: overrides the risk rating)';
}
