import type { RouteObject } from 'react-router';

export function overviewRoutes(): RouteObject[] {
  return [
    { index: true, lazy: { Component: async () => (await import('./overview-page.tsx')).OverviewPage } },
  ];
}
