import type { Page } from './page.ts';

/** The pages before sign-in, a part of `pages.ts`. */
export const publicPages = [
  {
    path: '/sign-in',
    title: 'Sign in',
    permission: null,
    isPublic: true,
    load: () => import('../features/sign-in/sign-in-page.tsx'),
  },
  {
    path: '/join',
    title: 'Join',
    permission: null,
    isPublic: true,
    load: () => import('../features/sign-in/join-page.tsx'),
  },
  {
    path: '/setup',
    title: 'Set up',
    permission: null,
    isPublic: true,
    load: () => import('../features/sign-in/setup-page.tsx'),
  },
] as const satisfies readonly Page[];
