import { Box, type BoxProps } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = BoxProps & {
  label: string;
  /** Default: region. */
  role?: string;
  'data-stacked'?: true | undefined;
  'data-whole'?: true | undefined;
  children: ReactNode;
};

/** What scrolls within its frame: focusable, so that the keyboard can scroll it. */
export function Scroller({ label, role = 'region', children, ...box }: Props) {
  return (
    <Box {...box} role={role} aria-label={label} tabIndex={0}>
      {children}
    </Box>
  );
}
