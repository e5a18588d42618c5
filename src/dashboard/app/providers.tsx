import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { cssVariables, theme } from './theme.ts';

// The script in index.html reads the same key before the first paint.
const colorScheme = localStorageColorSchemeManager({ key: 'color-scheme' });

// Browsers hide a nonce from attribute selectors and getAttribute, not from the property.
const pageNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

type Props = { queryClient: QueryClient; children: ReactNode };

export function Providers({ queryClient, children }: Props) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
      // All variables come from the theme at run time, so that the default ones need no style sheet.
      deduplicateCssVariables={false}
      withGlobalClasses={false}
      getStyleNonce={() => pageNonce}
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </MantineProvider>
  );
}
