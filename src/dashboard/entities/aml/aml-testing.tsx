import { HeadlessMantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { noLimits } from '#contract/gateway/limits.ts';
import type { LoadedSanctionsList } from '#contract/gateway/sanctions-lists.ts';
import type { Session } from '#contract/gateway/sessions.ts';
import type { Permission } from '#contract/permissions.ts';
import { sessionQueries } from '#dashboard/session/session.queries.ts';

type Shown = {
  /** Puts what the gateway has answered into the cache. */
  answers?: (client: QueryClient) => void;
  path?: string;
  permissions?: Permission[];
};

const mayScreen: Permission[] = ['transactions:read', 'wallets:read', 'aml:check'];

/** A sanctions list as the gateway returns it. */
export const loadedList: LoadedSanctionsList = {
  id: 'list_1',
  name: 'OFAC SDN',
  date: '2026-11-20',
  entries: 1234,
  loaded_at: '2026-11-21T00:00:00Z',
  loaded_by: 'Compliance',
  key_fingerprint: '0123456789ab',
};

/** What a component shows before anything loads. */
export function markupOf(
  part: ReactNode,
  { answers, path = '/aml', permissions = mayScreen }: Shown = {},
): string {
  const client = new QueryClient();
  const session: Partial<Session> = {
    mode: 'embedded',
    permissions,
    limits: noLimits,
    missing_operations: [],
  };
  client.setQueryData(sessionQueries.current().queryKey, session as Session);
  answers?.(client);
  const route = { path: '*', element: part, handle: { title: 'AML' } };
  return renderToStaticMarkup(
    <HeadlessMantineProvider>
      <QueryClientProvider client={client}>
        <RouterProvider router={createMemoryRouter([route], { initialEntries: [path] })} />
      </QueryClientProvider>
    </HeadlessMantineProvider>,
  );
}
