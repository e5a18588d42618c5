import { Box, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './state.module.css';

type Props = {
  icon?: ReactNode;
  title: string;
  /** What it means and what to do next. */
  children?: ReactNode;
  action?: ReactNode;
};

/** Says that there is nothing to show, why, and what to do next. */
export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <Stack gap="sm" align="center" maw={460} mx="auto" py={48} px="lg" ta="center">
      {icon !== undefined && (
        <span className={classes['icon']} aria-hidden>
          {icon}
        </span>
      )}
      <Title order={2} mt={4}>
        {title}
      </Title>
      {children !== undefined && (
        <Box mb="sm" c="dimmed">
          {children}
        </Box>
      )}
      {action}
    </Stack>
  );
}
