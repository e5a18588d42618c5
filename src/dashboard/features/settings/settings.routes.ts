import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';

export function settingsRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      path: 'settings',
      shouldRevalidate: () => false,
      lazy: {
        // Lazy itself: hardly any visit begins here. The settings are asked for while the page's code loads.
        loader: async () => {
          const { settingsQueries } = await import('./settings.queries.ts');
          return () => {
            void queryClient.prefetchQuery(settingsQueries.all());
            return null;
          };
        },
        Component: async () => (await import('./settings-page.tsx')).SettingsPage,
      },
    },
    {
      path: 'settings/aml',
      lazy: { Component: async () => (await import('./aml-rules-view.tsx')).AmlRulesView },
    },
  ];
}
