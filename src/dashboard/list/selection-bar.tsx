import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Button } from '#dashboard/ui/button.tsx';
import { copyRows, formatWords } from './copy-to-clipboard.ts';
import { type CopiedRow, copyFormats } from './copy-rows.ts';
import classes from './list-bars.module.css';

type Props = {
  /** The marked rows, in the order of the list. */
  rows: readonly CopiedRow[];
  onClear: () => void;
  /** What else the list offers for them. */
  children?: ReactNode;
};

/** What can be done with the rows that are marked. */
export function SelectionBar({ rows, onClear, children }: Props) {
  if (rows.length === 0) return null;
  return (
    <Group
      component="section"
      gap="sm"
      flex="none"
      mih={36}
      fz="sm"
      className={classes['selection']}
      aria-label="Selected rows"
    >
      <output>
        {rows.length} {rows.length === 1 ? 'row' : 'rows'} selected
      </output>
      <Text span c="dimmed" inherit>
        Copy as
      </Text>
      {copyFormats.map((format) => (
        <Button key={format} variant="default" size="compact-sm" onClick={() => void copyRows(rows, format)}>
          {formatWords[format]}
        </Button>
      ))}
      {children}
      <Button variant="subtle" size="compact-sm" onClick={onClear}>
        Clear
      </Button>
    </Group>
  );
}
