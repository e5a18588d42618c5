import { Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { focusAtFirst } from './panel-focus.ts';
import classes from './choice.module.css';

type Props = {
  isChosen: boolean;
  /** Takes the focus when its panel opens, because a popover doesn't move it. */
  takesFocus?: boolean;
  /** A short note at the end of the line. */
  note?: string | undefined;
  onClick: (event: MouseEvent<HTMLElement>) => void;
  children: ReactNode;
};

/** An option in a panel, with a mark at the chosen one. */
export function Choice({ isChosen, takesFocus = false, note, onClick, children }: Props) {
  return (
    <button
      type="button"
      className={classes['choice']}
      aria-pressed={isChosen}
      ref={takesFocus ? focusAtFirst : undefined}
      onClick={onClick}
    >
      <Stack component="span" gap={0} flex="none" w={14} c="var(--accent-text)">
        {isChosen && <IconCheck size={14} aria-hidden />}
      </Stack>
      <span className={classes['name']}>{children}</span>
      {note !== undefined && (
        <Text span flex="none" ml="auto" c="dimmed" size="xs" fw={400}>
          {note}
        </Text>
      )}
    </button>
  );
}
