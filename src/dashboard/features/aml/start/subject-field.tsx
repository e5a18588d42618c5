import { Group } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { networkLabel } from '#dashboard/lib/format.ts';
import { FilterInput } from '#dashboard/ui/filter-controls.tsx';
import type { Subject } from './read-subject.ts';
import classes from './start-check.module.css';

type Props = {
  value: string;
  onChange: (typed: string) => void;
  /** It was sent without anything that can be checked. */
  isRefused: boolean;
  /** The id of the text below it. */
  hintId: string;
  leftSection?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
};

/** The field for an address or a transaction id. */
export function SubjectField({ value, onChange, isRefused, hintId, leftSection, inputRef }: Props) {
  return (
    <FilterInput
      ref={inputRef}
      className={classes['value'] ?? ''}
      aria-label="Address or transaction ID"
      aria-describedby={hintId}
      aria-invalid={isRefused || undefined}
      placeholder="Address or transaction ID"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      leftSection={leftSection}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type ChoiceProps = {
  subjects: readonly Subject[];
  chosen: Subject | undefined;
  onChoose: (network: string) => void;
};

/** On which network the subject is looked at, where it may be of several. */
export function NetworkChoice({ subjects, chosen, onChoose }: ChoiceProps) {
  return (
    <Group
      component="fieldset"
      display="inline-flex"
      gap="4px 12px"
      align="stretch"
      className={classes['networks']}
    >
      <legend className="unseen">Network</legend>
      {subjects.map((each) => (
        <label key={each.network}>
          <input
            type="radio"
            name="network"
            value={each.network}
            checked={each === chosen}
            onChange={() => onChoose(each.network)}
          />
          {networkLabel(each.network)}
        </label>
      ))}
    </Group>
  );
}
