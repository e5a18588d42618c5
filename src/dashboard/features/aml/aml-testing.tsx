import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import type { Session } from '#contract/gateway/sessions.ts';
import type { Permission } from '#contract/permissions.ts';
import { sessionQueries } from '../session/session.queries.ts';

type Shown = {
  /** Puts what the gateway has answered into the cache. */
  answers?: (client: QueryClient) => void;
  path?: string;
  permissions?: Permission[];
};

const mayScreen: Permission[] = ['transactions:read', 'wallets:read', 'aml:check'];

/** What a part shows at first. */
export function markupOf(
  part: ReactNode,
  { answers, path = '/aml', permissions = mayScreen }: Shown = {},
): string {
  const client = new QueryClient();
  const session: Partial<Session> = { mode: 'embedded', permissions };
  client.setQueryData(sessionQueries.current().queryKey, session as Session);
  answers?.(client);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>{part}</MemoryRouter>
    </QueryClientProvider>,
  );
}
