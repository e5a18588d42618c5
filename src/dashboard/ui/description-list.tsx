import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './description-list.module.css';

type DescriptionListProps = {
  /** Room for longer names. */
  isWide?: boolean;
  /** Without lines between them. */
  isPlain?: boolean;
  children: ReactNode;
};

/** A list of what is known: names at the left, values at the right. */
export function DescriptionList({ isWide, isPlain, children }: DescriptionListProps) {
  return (
    <Stack
      component="dl"
      gap={0}
      fz="sm"
      className={classes['list']}
      data-wide={isWide || undefined}
      data-plain={isPlain || undefined}
    >
      {children}
    </Stack>
  );
}

type DescriptionProps = {
  name: ReactNode;
  /** What the value means. */
  note?: ReactNode;
  children: ReactNode;
};

export function Description({ name, note, children }: DescriptionProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}
        {Boolean(note) && (
          <Text mt={4} c="dimmed" size="xs" lh="18px">
            {note}
          </Text>
        )}
      </dd>
    </div>
  );
}
