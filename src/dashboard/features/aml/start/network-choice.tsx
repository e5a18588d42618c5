import { Group } from '@mantine/core';
import { networkLabel } from '#dashboard/lib/format.ts';
import type { Subject } from './read-subject.ts';
import classes from './start-check.module.css';

type Props = {
  subjects: readonly Subject[];
  chosen: Subject | undefined;
  onChoose: (network: string) => void;
};

/** On which network the subject is looked at, where it may be of several. */
export function NetworkChoice({ subjects, chosen, onChoose }: Props) {
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
