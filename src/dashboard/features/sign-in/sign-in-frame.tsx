import { Box, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Logo } from '#dashboard/ui/logo.tsx';
import { ServiceNotice } from '#dashboard/ui/service-notice.tsx';
import classes from './sign-in-frame.module.css';

type Props = {
  title: string;
  /** Below the title. Where it changes, the user has come to another step. */
  lead?: string;
  /** Below the card. */
  footer?: ReactNode;
  children: ReactNode;
};

/** A page before sign-in: a card in the middle. */
export function SignInFrame({ title, lead, footer, children }: Props) {
  const heading = useFocusAtNextStep(title, lead);
  return (
    <Stack gap={0} mih="100dvh" bg="var(--surface-raised)">
      <ServiceNotice />
      <Stack component="main" gap={0} align="center" justify="center" flex="1" className={classes['main']}>
        <div className={classes['card']}>
          <Box component="header" mb="xl">
            <Logo size={36} />
            <h1 ref={heading} tabIndex={-1} className={classes['title']}>
              {title}
            </h1>
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

/** What led to the next step is gone with the step before. The keyboard then continues at the heading. */
function useFocusAtNextStep(title: string, lead: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const step = `${title} ${lead ?? ''}`;
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [step]);
  return heading;
}
