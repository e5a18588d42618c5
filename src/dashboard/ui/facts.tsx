import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** A list of what is known: names at the left, values at the right. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <Stack component="dl" gap={0} fz="sm" className={classes['facts']}>
      {children}
    </Stack>
  );
}

type FactProps = {
  name: string;
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
