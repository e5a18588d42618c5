import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { compareCharacters } from '#domain/look-alike.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import classes from './create.module.css';
import type { KnownAddress } from './recipient.queries.ts';

type Props = {
  address: string;
  lookAlikes: readonly KnownAddress[];
  isMeant: boolean;
  onMeant: (isMeant: boolean) => void;
  error: string | undefined;
};

/** Compares an address with look-alikes, character by character, and asks the user to confirm it. */
export function LookAlikeQuestion({ address, lookAlikes, isMeant, onMeant, error }: Props) {
  const id = useId();
  return (
    <Stack p="md" bd="1px solid var(--warning)" bdrs={8} role="group" aria-labelledby={id}>
      <Alert tone="warning" role="alert">
        <strong id={id}>This looks like an address you already use.</strong> Scammers create look-alikes so
        that you copy the wrong one. Compare every character.
      </Alert>
      <Stack component="dl" gap={10} className={classes['compared']}>
        <div>
          <dt>Address you entered</dt>
          <dd>
            <AddressGroups
              address={address}
              {...(lookAlikes[0] && { comparedWith: lookAlikes[0].address })}
            />
          </dd>
        </div>
        {lookAlikes.map((other) => (
          <div key={other.address}>
            <dt>
              {other.as}: {differencesOf(other.address, address)}
            </dt>
            <dd>
              <AddressGroups address={other.address} comparedWith={address} />
            </dd>
          </div>
        ))}
      </Stack>
      <Checkbox
        data-meant
        label="I’ve compared both addresses. Pay the one I entered."
        fw={500}
        checked={isMeant}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={(event) => onMeant(event.currentTarget.checked)}
      />
      {error !== undefined && (
        <Text c="var(--negative)" size="xs" id={`${id}-error`}>
          {error}
        </Text>
      )}
    </Stack>
  );
}

function differencesOf(a: string, b: string): string {
  const count = compareCharacters(a, b).filter(({ isSame }) => !isSame).length;
  return `${count} of ${a.length} characters differ`;
}

const groupSize = 4;

type AddressGroupsProps = {
  address: string;
  /** Marks the characters in which the two differ. */
  comparedWith?: string;
};

/** A whole address in groups of four characters, so that it can be compared group by group. */
export function AddressGroups({ address, comparedWith }: AddressGroupsProps) {
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
