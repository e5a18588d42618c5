import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './facts.module.css';

type FactsProps = {
  /** Room for longer names. */
  isWide?: boolean;
  /** Without lines between them. */
  isPlain?: boolean;
  children: ReactNode;
};

/** A list of what is known: names at the left, values at the right. */
export function Facts({ isWide, isPlain, children }: FactsProps) {
  return (
    <Stack
      component="dl"
      gap={0}
      fz="sm"
      className={classes['facts']}
      data-wide={isWide || undefined}
      data-plain={isPlain || undefined}
    >
      {children}
    </Stack>
  );
}

type FactProps = {
  name: ReactNode;
  /** What the value means. */
  note?: ReactNode;
  children: ReactNode;
};

export function Fact({ name, note, children }: FactProps) {
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
