import './mantine-styles.ts';
import './mantine-adjustments.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useShownScheme } from '../lib/color-scheme.ts';
import { cssVariables, theme } from './mantine-theme.ts';

// Browsers hide a nonce from attribute selectors and getAttribute, not from the property.
const pageNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/**
 * Where Mantine's components live: dialogs, drawers, notifications and what is in them. Not the whole
 * application, so that the first page loads without Mantine (17 KiB).
 */
export function MantineScope({ children }: { children: ReactNode }) {
  const scheme = useShownScheme();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={scheme}
      withGlobalClasses={false}
      getStyleNonce={() => pageNonce}
    >
      {children}
    </MantineProvider>
  );
}
