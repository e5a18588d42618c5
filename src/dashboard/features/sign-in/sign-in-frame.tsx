import { Box, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from '#dashboard/ui/logo.tsx';
import { ServiceNotice } from '#dashboard/ui/service-notice.tsx';
import classes from './sign-in-frame.module.css';

type Props = {
  title: string;
  /** Below the title. */
  lead?: ReactNode;
  /** Below the card. */
  footer?: ReactNode;
  children: ReactNode;
};

/** A page before sign-in: a card in the middle. */
export function SignInFrame({ title, lead, footer, children }: Props) {
  return (
    <Stack gap={0} mih="100dvh" bg="var(--surface-raised)">
      <ServiceNotice />
      <Stack component="main" gap={0} align="center" justify="center" flex="1" className={classes['main']}>
        <div className={classes['card']}>
          <Box component="header" mb="xl">
            <Logo size={36} />
            <h1 className={classes['title']}>{title}</h1>
            {lead !== undefined && (
              <Text component="div" mt={4} c="dimmed" inherit>
                {lead}
              </Text>
            )}
          </Box>
          {children}
        </div>
        {footer !== undefined && (
          <Box
            component="footer"
            w="min(440px, 100%)"
            mt="lg"
            c="dimmed"
            fz="xs"
            ta="center"
            className={classes['footer']}
          >
            {footer}
          </Box>
        )}
      </Stack>
    </Stack>
  );
}
