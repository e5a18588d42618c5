import type { RouteObject } from 'react-router';

// The page tells its dialogs apart itself: whatever stands here, every page's first load carries.
export function addressBookRoutes(): RouteObject[] {
  return [
    {
      path: 'address-book/*',
      lazy: { Component: async () => (await import('./book-page.tsx')).Component },
    },
  ];
}
