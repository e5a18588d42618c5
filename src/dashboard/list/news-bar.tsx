import { Group } from '@mantine/core';
import { groupDigits } from '#dashboard/lib/digits.ts';
import classes from './list-bars.module.css';

type Props = {
  /** Null where the provider can't count them. */
  newer: number | null;
  hasMoved: boolean;
  /** What the rows are, one and many. */
  words: readonly [one: string, many: string];
  onShow: () => void;
};

/** Says what has come since the list was opened, and shows it when asked. */
export function NewsBar({ newer, hasMoved, words: [one, many], onShow }: Props) {
  return (
    <Group
      component="output"
      wrap="nowrap"
      gap={0}
      align="stretch"
      justify="center"
      pos="relative"
      h={0}
      mt={-16}
      className={classes['news']}
    >
      {(newer === null || newer > 0 || hasMoved) && (
        <button type="button" onClick={onShow}>
          {newer === null
            ? 'This provider can’t count new rows: show the list as it is now'
            : newer > 0
              ? `${groupDigits(newer)} new ${newer === 1 ? one : many}`
              : 'Rows have changed: show them as they are now'}
        </button>
      )}
    </Group>
  );
}
