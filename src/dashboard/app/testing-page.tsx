import { type Query, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { vi } from 'vitest';
import type { Session } from '#contract/gateway/sessions.ts';
import { startSession } from '#dashboard/testing-session.ts';
import { ThemeProvider } from '#dashboard/ui/theme-provider.tsx';
import { createQueryClient } from './query-client.ts';
import { createRoutes } from './routes.tsx';

/** What a page shows, and the paths that it asked for. */
type Shown = { html: string; text: string; asked: string[] };

/**
 * Draws a page for a session that may do everything unless told otherwise, once all that it asks for at the edge of the
 * network is answered: `answers` are the data by path; anything else fails with “No luck today.”
 */
export async function showPage(
  path: string,
  session: Partial<Session>,
  answers: Readonly<Record<string, object>> = {},
): Promise<Shown> {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, 'http://console.example');
    asked.push(pathname);
    const data = answers[pathname];
    if (data !== undefined)
      return Response.json({ code: '200', error_code: null, error_message: null, data });
    const failure = { code: '404', error_code: 'not_found', error_message: 'No luck today.', data: null };
    return Response.json(failure, { status: 404 });
  });
  const queryClient = createQueryClient(() => undefined);
  const { queries } = queryClient.getDefaultOptions();
  // Drawn as they are: nothing is mounted that would read a failed query again.
  queryClient.setDefaultOptions({ queries: { ...queries, retryOnMount: false } });
  startSession(queryClient, session);
  const handler = createStaticHandler(createRoutes(queryClient));
  const context = await handler.query(new Request(`http://console.example${path}`));
  if (context instanceof Response || context.errors !== null) throw new Error(`${path} can't be drawn.`);
  const router = createStaticRouter(handler.dataRoutes, context);
  const draw = () =>
    renderToStaticMarkup(
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </QueryClientProvider>
      </ThemeProvider>,
    ).replaceAll(/<style.*?<\/style>/gs, '');
  for (;;) {
    const html = draw();
    const waiting = queryClient.getQueryCache().findAll({ predicate: isWaiting });
    if (waiting.length === 0) return { html, text: textOf(html), asked };
    await Promise.all(waiting.map(async (query) => query.fetch().catch(() => undefined)));
  }
}

/** Whether what was drawn waits for it. */
function isWaiting({ state, options }: Query): boolean {
  return state.status === 'pending' && !('enabled' in options && options.enabled === false);
}

/** What there is to read. */
export function textOf(html: string): string {
  return html
    .replaceAll(/<\/?code\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
