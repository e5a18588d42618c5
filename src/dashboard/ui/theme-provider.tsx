// The styles of the components in use, in Mantine's order. They are in a cascade layer, so that CSS modules override them.
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import '@mantine/core/styles/Text.layer.css';
import '@mantine/core/styles/Title.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import '@mantine/core/styles/Alert.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { noncePlaceholder } from '#contract/first-screen.ts';
import { useShownScheme } from '#dashboard/lib/color-scheme.ts';
import { cssVariables, theme } from './mantine-theme.ts';

// Browsers hide a nonce from attribute selectors and getAttribute, not from the property.
const pageNonce =
  'document' in globalThis
    ? (document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '')
    : noncePlaceholder;

/** Gives all components of the kit their theme. */
export function ThemeProvider({ children }: { children: ReactNode }) {
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
