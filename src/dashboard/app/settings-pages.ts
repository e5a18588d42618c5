import { IconSettings } from '@tabler/icons-react';
import type { Page } from './page.ts';

/** The pages of settings, a part of `pages.ts`. */
export const settingsPages = [
  {
    path: '/settings',
    title: 'Settings',
    permission: null,
    navigation: { section: 'settings', icon: IconSettings },
    keywords: 'explorers rules',
    load: () => import('../features/settings/settings-page.tsx'),
  },
  {
    path: '/settings/aml',
    title: 'AML rules',
    permission: null,
    keywords: 'sanctions lists risk',
    load: () => import('../features/settings/aml-rules-page.tsx'),
  },
  {
    path: '/settings/events',
    title: 'Events',
    permission: 'wallets:write',
    keywords: 'webhook url secret allowed sources',
    load: () => import('../features/settings/events-page.tsx'),
  },
  {
    path: '/settings/provider',
    title: 'What this provider can do',
    permission: null,
    keywords: 'capabilities remote wallet api parameters supported',
    load: () => import('../features/settings/provider-page.tsx'),
  },
] as const satisfies readonly Page[];
