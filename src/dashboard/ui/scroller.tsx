import { Box, type BoxProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './scroller.module.css';

type Props = Omit<BoxProps, 'className'> & {
  label: string;
  className?: string | undefined;
  /** Default: region. */
  role?: string;
  /** For what doesn't end where it is cut: the bar is there before anyone scrolls, in every browser that lets it. */
  hasBar?: true;
  'data-stacked'?: true | undefined;
  'data-whole'?: true | undefined;
  children: ReactNode;
};

/** What scrolls within its frame: focusable, so that the keyboard can scroll it. */
export function Scroller({ label, role = 'region', hasBar, className = '', children, ...box }: Props) {
  return (
    <Box
      {...box}
      className={hasBar ? `${classes['bar']} ${className}` : className}
      role={role}
      aria-label={label}
      tabIndex={0}
    >
      {children}
    </Box>
  );
}
