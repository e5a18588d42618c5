import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './two-lines.module.css';

/** What a cell says, and below it what that is about. `miw`: so that no word is broken. */
export function TwoLines({ note, miw, children }: { note: string; miw?: number; children: ReactNode }) {
  return (
    <Box miw={miw}>
      {children}
      <Text c="dimmed" fw={400} size="xs" maw={240} className={classes['note']}>
        {note}
      </Text>
    </Box>
  );
}
