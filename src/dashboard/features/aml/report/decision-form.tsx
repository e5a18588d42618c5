import { ChoiceCard } from '#dashboard/ui/choice-list.tsx';
import { Box, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useId, useRef, useState } from 'react';
import { type AmlBand, type AmlDecision, amlDecisions } from '#contract/gateway/aml-bands.ts';
import { needsNote } from '#contract/gateway/aml-decisions.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FilterInput } from '#dashboard/ui/filter-controls.tsx';
import { DiscardQuestion } from '#dashboard/ui/leave-question.tsx';
import { useLeaveGuard } from '#dashboard/ui/use-leave-guard.ts';
import { amlWords } from '#dashboard/entities/aml/aml-words.ts';
import type { useDecide } from '#dashboard/entities/aml/aml.mutations.ts';
import { AmlBadge } from '#dashboard/entities/aml/aml-badge.tsx';

type Props = {
  checkId: string;
  band: AmlBand;
  /** The latest decision that is shown; null: none. */
  after: string | null;
  /** Of the place that stays when the form begins anew with the next decision: what follows a success is its. */
  decide: ReturnType<typeof useDecide>;
  onDecided: () => void;
};

/** Decides on a check. What goes against the band needs a note. Nothing is overwritten. */
export function DecisionForm({ checkId, band, after, decide, onDecided }: Props) {
  const id = useId();
  const noteField = useRef<HTMLInputElement>(null);
  const [decision, setDecision] = useState<AmlDecision>();
  const [note, setNote] = useState('');
  const [complaint, setComplaint] = useState<string>();
  const blocker = useLeaveGuard(note.trim() !== '' && !decide.isSuccess);
  const isNoteNeeded = decision !== undefined && needsNote(decision, band);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (decide.isPending) return;
    if (decision === undefined) {
      setComplaint('Choose a decision.');
    } else if (isNoteNeeded && note.trim() === '') {
      setComplaint(`Say why: the risk is ${amlWords[band].toLowerCase()}.`);
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
            {after === null ? 'Decide' : 'Decide anew'}
          </Box>
          {amlDecisions.map((each) => (
            <ChoiceCard key={each} isTight>
              <input
                type="radio"
                name={`${id}-decision`}
                value={each}
                aria-label={amlWords[each]}
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
            Note{isNoteNeeded ? ': needed, as it goes against the risk' : ' (optional)'}
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
