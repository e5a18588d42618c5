import { Group } from '@mantine/core';
import { compareCharacters } from '#domain/look-alike.ts';
import classes from './create.module.css';

const groupSize = 4;

type Props = {
  address: string;
  /** Marks the characters in which the two differ. */
  comparedWith?: string;
};

/** A whole address in groups of four characters, so that it can be compared group by group. */
export function AddressGroups({ address, comparedWith }: Props) {
  const characters = compareCharacters(address, comparedWith ?? address);
  const groups = Array.from({ length: Math.ceil(characters.length / groupSize) }, (_, index) =>
    characters.slice(index * groupSize, (index + 1) * groupSize),
  );
  return (
    <Group component="span" gap="2px 9px" align="stretch" ff="monospace" className={classes['groups']}>
      {/* Read as one, not group by group. */}
      <span className="unseen">{address}</span>
      {groups.map((group, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the place of a group is what it is
        <span key={index} aria-hidden>
          {group.map(({ character, isSame }, place) =>
            isSame ? (
              character
            ) : (
              // oxlint-disable-next-line react/no-array-index-key -- as above
              <mark key={place}>{character}</mark>
            ),
          )}
        </span>
      ))}
    </Group>
  );
}
