import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatInteger } from '#domain/format.ts';
import { Scroller } from './scroller.tsx';
import classes from './table.module.css';

type Props = {
  /** Names the table, and is shown above it unless `isCaptionHidden`. */
  title: string;
  isCaptionHidden?: boolean;
  /** On a phone each row is a block. */
  isStacked?: boolean;
  /** It is what the page is for: all rows are shown, and only the page scrolls. */
  isWhole?: boolean;
  /** How many rows there are beyond those shown. */
  more?: number;
  /** The table's head and body. */
  children: ReactNode;
};

/** A table of facts that scrolls within a frame. */
export function FramedTable({ title, isCaptionHidden, isStacked, isWhole, more = 0, children }: Props) {
  return (
    <Scroller
      label={title}
      className={classes['frame']}
      data-stacked={isStacked || undefined}
      data-whole={isWhole || undefined}
    >
      <table className={classes['table']}>
        {!isCaptionHidden && <caption>{title}</caption>}
        {children}
      </table>
      {more > 0 && (
        <Text c="dimmed" size="sm" py="xs" px="md">
          and {formatInteger(more)} more
        </Text>
      )}
    </Scroller>
  );
}
